"""What happens to a voice between a mouth and a file: rooms, microphones, telephones, noise, music."""

import numpy as np
import scipy.fft

from .hearing import RATE

# Share of voices that come by telephone.
TELEPHONES = 0.17


def level(samples):
    """Root mean square of the loud half of a recording."""
    frames = samples[: len(samples) // 320 * 320].reshape(-1, 320)
    power = (frames**2).mean(1)
    return float(np.sqrt(power[power >= np.quantile(power, 0.5)].mean()) + 1e-9)


def decibels(value):
    return 10 ** (value / 20)


def transmitted(samples, generator):
    """Through a room, a microphone and a channel of limited band; as long as before."""
    length = len(samples)
    size = scipy.fft.next_fast_len(length + RATE // 2, True)
    spectrum = scipy.fft.rfft(samples.astype(np.float32), size)
    frequencies = scipy.fft.rfftfreq(size, 1 / RATE).astype(np.float32)
    if generator.random() < 0.3:
        spectrum = spectrum * scipy.fft.rfft(room(generator), size)
    if generator.random() < 0.5:
        spectrum = spectrum * _equalizer(frequencies, generator)
    channel = generator.random()
    if channel < TELEPHONES:
        spectrum = spectrum * band(frequencies, generator.uniform(150, 350), generator.uniform(3200, 3700))
    elif channel < 0.3:
        spectrum = spectrum * band(frequencies, generator.uniform(20, 120), generator.uniform(3800, 7800))
    transmitted_samples = scipy.fft.irfft(spectrum, size)[:length]
    if generator.random() < 0.08:  # too loud for its converter
        limit = generator.uniform(0.2, 0.7) * np.abs(transmitted_samples).max()
        transmitted_samples = np.clip(transmitted_samples, -limit, limit)
    if channel < TELEPHONES and generator.random() < 0.5:
        transmitted_samples = companded(transmitted_samples)
    return transmitted_samples


def companded(samples):
    """With the 255 steps that a telephone's mu-law leaves, fine ones where it is quiet."""
    peak = np.abs(samples).max() + 1e-9
    steps = np.round(127 * np.log1p(255 * np.abs(samples) / peak) / np.log(256))
    return np.sign(samples) * peak * np.expm1(steps / 127 * np.log(256)) / 255


def room(generator):
    """Impulse response: the direct sound, then noise that dies away."""
    reverberation = generator.uniform(0.15, 0.8)
    times = np.arange(int(min(0.5, reverberation) * RATE)) / RATE
    tail = generator.standard_normal(len(times), np.float32) * 10 ** (-3 * times / reverberation)
    tail[: int(0.002 * RATE)] = 0
    tail *= decibels(-generator.uniform(-2, 15)) / np.sqrt((tail**2).sum() + 1e-9)
    tail[0] = 1
    return tail.astype(np.float32)


def _equalizer(frequencies, generator):
    knots = np.array([0, 150, 400, 1000, 2200, 4000, 8000])
    gains = generator.normal(0, 4, len(knots)).clip(-9, 9)
    return decibels(np.interp(frequencies, knots, gains)).astype(np.float32)


def band(frequencies, low, high):
    rise = 1 / (1 + (low / np.maximum(frequencies, 1)) ** 8)
    return np.sqrt(rise / (1 + (frequencies / high) ** 24))


def noise(length, generator, talkers):
    """Unit noise of a random kind. talkers: gives samples of somebody else speaking."""
    kind = generator.choice(["coloured", "coloured", "hum", "babble", "music", "music", "clicks"])
    if kind == "coloured":
        sound = coloured(length, generator)
    elif kind == "hum":
        sound = _hum(length, generator) + 0.3 * coloured(length, generator)
    elif kind == "babble":
        sound = sum(talkers() for _ in range(int(generator.integers(4, 8))))
    elif kind == "music":
        sound = music(length, generator)
    else:
        sound = _clicks(length, generator) + 0.1 * coloured(length, generator)
    return sound / (np.sqrt((sound**2).mean()) + 1e-9)


def coloured(length, generator):
    size = scipy.fft.next_fast_len(length, True)
    frequencies = scipy.fft.rfftfreq(size, 1 / RATE).astype(np.float32)
    tilt = np.maximum(frequencies, 40) ** -generator.uniform(0, 1.1)
    spectrum = scipy.fft.rfft(generator.standard_normal(size, np.float32)) * tilt * _equalizer(frequencies, generator)
    sound = scipy.fft.irfft(spectrum, size)[:length]
    if generator.random() < 0.4:  # wind, traffic
        knots = np.linspace(0, length, max(3, length // 8000))
        sound = sound * np.interp(np.arange(length), knots, decibels(generator.uniform(-15, 0, len(knots))))
    return sound


def _hum(length, generator):
    times = np.arange(length) / RATE
    mains = generator.choice([50.0, 60.0])
    return sum(
        np.sin(2 * np.pi * mains * harmonic * times + generator.uniform(0, 6)) * generator.random() / harmonic
        for harmonic in range(1, 9)
    )


def music(length, generator):
    """Chords, a bass and a beat in a random scale and pace."""
    sound = np.zeros(length)
    beat = int(RATE * generator.uniform(0.2, 0.6))
    root = generator.uniform(55, 220)
    scale = np.array([0, 2, 4, 5, 7, 9, 11]) if generator.random() < 0.5 else np.array([0, 2, 3, 5, 7, 8, 10])
    brightness = generator.uniform(0.5, 1.6)
    for start in range(0, length, beat):
        duration = int(beat * generator.choice([1, 1, 2, 4]))
        times = np.arange(min(duration, length - start)) / RATE
        fade = np.exp(-times * generator.uniform(1, 8)) * np.minimum(1, times / 0.01)
        for _ in range(int(generator.integers(1, 4))):
            note = root * 2 ** ((scale[generator.integers(7)] + 12 * generator.integers(0, 3)) / 12)
            tone = sum(
                np.sin(2 * np.pi * note * harmonic * times) / harmonic**brightness
                for harmonic in range(1, 7)
                if note * harmonic < 7000
            )
            sound[start : start + len(times)] += fade * tone
        if generator.random() < 0.6:
            hit = generator.standard_normal(len(times), np.float32) * np.exp(-times * generator.uniform(30, 120))
            sound[start : start + len(times)] += generator.uniform(0.3, 2) * hit
    return sound


def _clicks(length, generator):
    sound = np.zeros(length)
    for start in generator.integers(0, length, max(1, int(length / RATE * generator.uniform(1, 8)))):
        times = np.arange(min(int(0.03 * RATE), length - start)) / RATE
        knock = generator.standard_normal(len(times), np.float32) * np.exp(-times * generator.uniform(100, 600))
        sound[start : start + len(times)] += generator.uniform(0.3, 1) * knock
    return sound


def breath(generator):
    """One breath taken in: noise that swells and stops."""
    length = int(RATE * generator.uniform(0.2, 0.5))
    swell = np.sin(np.pi * np.linspace(0, 1, length)) ** 2
    return coloured(length, generator) * swell
