"""Makes mel-input.s16, mel-embedded.f32 and mel-whisper.f32, the vectors that MelSpectrogramTest compares with.

Independent of the product: the transform is the definition's sum in float64, the filters are dense matrices built by
another route, padding is numpy's. Run in this folder: python3 mel_reference.py
"""
import numpy as np

RATE, WINDOW, HOP = 16000, 400, 160


def sound():
    """0.61 s: a glide with harmonics, noise, a click, digital silence, a tone at full scale; length no multiple of the hop."""
    t = np.arange(9817) / RATE
    phase = 2 * np.pi * (120 * t + 90 * t * t)
    x = sum(np.sin(k * phase) / k for k in range(1, 25)) * 0.2
    state, noise = 12345, np.empty(len(t))
    for i in range(len(t)):
        state = (1103515245 * state + 12345) % 2**31
        noise[i] = state / 2**30 - 1
    x[2000:4000] = 0.3 * noise[2000:4000]
    x[4000:5600] = 0
    x[4900] = 0.9
    x[5600:7000] = 0.001 * noise[5600:7000] + 0.9 * np.sin(2 * np.pi * 3000 * t[5600:7000])
    x[7000:7200] = np.sign(x[7000:7200])
    return np.round(np.clip(x, -1, 1) * 32767).astype("<i2")


def power(frames, points):
    """|DFT|^2 by its definition."""
    n, k = np.arange(frames.shape[1]), np.arange(points // 2 + 1)
    angle = 2 * np.pi * ((k[:, None] * n[None, :]) % points) / points
    return (frames @ np.cos(angle).T) ** 2 + (frames @ np.sin(angle).T) ** 2


def framed(padded, count):
    return np.stack([padded[HOP * i: HOP * i + WINDOW] for i in range(count)])


def embedded(x):
    """As the embedded sound network was trained: 64 HTK bands, 60 to 7600 Hz, ln(power + 1e-6)."""
    f = np.linspace(0, RATE / 2, 257)
    mels = np.linspace(2595 * np.log10(1 + 60 / 700), 2595 * np.log10(1 + 7600 / 700), 66)
    hz = 700 * (10 ** (mels / 2595) - 1)
    bank = np.array([np.interp(f, hz[i: i + 3], [0, 1, 0], left=0, right=0) for i in range(64)])
    frames = framed(np.pad(x, (200, 200)), len(x) // HOP) * np.hanning(WINDOW)
    return np.log(power(frames, 512) @ bank.T + 1e-6)


def whisper(x):
    """Whisper's before its clamp: 80 Slaney bands of equal area, log10(max(power, 1e-10)), centred with reflection."""
    def hertz(mel):
        return mel * 200 / 3 if mel < 15 else 1000 * 6.4 ** ((mel - 15) / 27)
    top = 15 + 27 * np.log(8) / np.log(6.4)
    hz = np.array([hertz(m) for m in np.linspace(0, top, 82)])
    f = np.arange(201) * RATE / 400
    bank = np.array([np.interp(f, hz[i: i + 3], [0, 2 / (hz[i + 2] - hz[i]), 0], left=0, right=0) for i in range(80)])
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / WINDOW)
    frames = framed(np.pad(x, (200, 200), mode="reflect"), len(x) // HOP) * window
    return np.log10(np.maximum(power(frames, 400) @ bank.T, 1e-10))


if __name__ == "__main__":
    samples = sound()
    samples.tofile("mel-input.s16")
    x = samples / 32768
    embedded(x).astype("<f4").tofile("mel-embedded.f32")
    whisper(x).astype("<f4").tofile("mel-whisper.f32")
