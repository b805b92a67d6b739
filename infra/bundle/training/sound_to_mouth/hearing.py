"""What the network hears: log-mels and what the voice has been like so far.

Everything here runs forward in time and is what the product does (io.lipstream.motion.RunningHearing);
a change here must be made there, and a test compares the two.
"""

import numpy as np
import scipy.fft

RATE = 16000
HOP = 160
WINDOW = 400
BANDS = 64
PLANES = 3

# Natural logarithms of energy, as the log-mels are.
QUIETEST_LEVEL = -3.0
LEVEL_RISE = 0.15
LEVEL_FALL = 0.002
FLOOR_RISE = 0.008
FLOOR_FALL = 0.2
FLOOR_DEPTH = 10.0
COLOUR_RATE = 0.003
ACTIVE = 4.6
SCALE = 1 / 3
LOWEST, HIGHEST = -4.0, 2.0


def mel_corners(lowest, highest, bands):
    """Hertz at which triangles of one width in mel begin, peak and end, [bands + 2]."""

    def mel(hertz):
        return 2595 * np.log10(1 + hertz / 700)

    return 700 * (10 ** (np.linspace(mel(lowest), mel(highest), bands + 2) / 2595) - 1)


def triangles(corners, bins):
    """Filters of height 1 at bins, [bands, bins], each from a corner over the next to the one after."""
    low, peak, high = corners[:-2, None], corners[1:-1, None], corners[2:, None]
    return np.maximum(0, np.minimum((bins - low) / (peak - low), (high - bins) / (high - peak)))


_FILTERS = triangles(mel_corners(60, 7600, BANDS), np.linspace(0, RATE / 2, 257)).astype(np.float32)
_HANN = np.hanning(WINDOW).astype(np.float32)


def log_mels(samples):
    """[frames, 64] of samples in [-1, 1]; frame i is centred on sample 160 i."""
    padded = np.pad(np.asarray(samples, np.float32), WINDOW // 2)
    frames = len(samples) // HOP
    windows = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[: frames * HOP : HOP]
    power = np.abs(scipy.fft.rfft(windows * _HANN, 512)) ** 2
    return np.log(power.astype(np.float32) @ _FILTERS.T + 1e-6)


def initial_colour():
    """Spectrum of speech under its own level, before anything was heard."""
    return np.linspace(-2.5, -5.5, BANDS).astype(np.float32)


def heard(mels):
    """Input of the network, [batch, 192, frames], of log-mels [batch, frames, 64] from their start on.

    Plane 0: against the voice's level, which rises fast and falls slowly. Plane 1: that without the
    voice's colour, a slow mean over the frames with a voice. Plane 2: against the noise floor, which
    falls fast and rises slowly.
    """
    batch, frames, bands = mels.shape
    loudness = np.log(np.exp(mels).sum(2))
    level = np.full(batch, QUIETEST_LEVEL, np.float32)
    colour = np.repeat(initial_colour()[None], batch, 0)
    floor = np.maximum(mels[:, 0], QUIETEST_LEVEL - FLOOR_DEPTH)
    planes = np.empty((frames, PLANES, batch, bands), np.float32)
    for frame in range(frames):
        now, loud = mels[:, frame], loudness[:, frame]
        rise = LEVEL_RISE * (loud - level)
        level = np.maximum(QUIETEST_LEVEL, np.where(rise > 0, level + rise, level - LEVEL_FALL))
        against_level = now - level[:, None]
        active = (loud > level - ACTIVE)[:, None]
        colour = np.where(active, colour + COLOUR_RATE * (against_level - colour), colour)
        step = np.where(now < floor, FLOOR_FALL * (now - floor), FLOOR_RISE)
        floor = np.maximum(floor + step, level[:, None] - FLOOR_DEPTH)
        planes[frame] = against_level, against_level - colour, now - floor
    planes = planes.transpose(2, 1, 3, 0).reshape(batch, PLANES * bands, frames)
    return np.clip(planes * SCALE, LOWEST, HIGHEST)
