"""From timed phones to the smooth movement of a mouth.

Each shape has targets; between neighbours they are blended by a Gaussian bell over time, weighted by
how much a shape insists on its target (Cohen and Massaro's dominance, simplified). What closes the lips
moves faster than what opens the jaw, so that a short "b" closes them wholly.
"""

import numpy as np

from .phones import FIRST_VOWEL, NUMBER, SHAPES, SILENCE

FRAMES_A_SECOND = 100
VALUES = ["open", "width", "round", "press", "tuck", "tongue"]
OPEN, WIDTH, ROUND, PRESS, TUCK, TONGUE = range(6)

# Targets of the values above, and how much the shape insists.
_TARGETS = {
    "sil": (0.00, 0.00, 0.00, 0.30, 0.0, 0.0, 0.5),
    "PP": (0.00, 0.00, 0.05, 1.00, 0.0, 0.0, 3.5),
    "FF": (0.10, 0.10, 0.00, 0.00, 1.0, 0.0, 3.0),
    "TH": (0.22, 0.10, 0.00, 0.00, 0.0, 0.9, 1.2),
    "DD": (0.22, 0.15, 0.00, 0.00, 0.0, 0.5, 0.8),
    "kk": (0.28, 0.10, 0.00, 0.00, 0.0, 0.0, 0.7),
    "CH": (0.20, 0.00, 0.55, 0.00, 0.0, 0.2, 1.5),
    "SS": (0.10, 0.35, 0.00, 0.00, 0.0, 0.3, 1.5),
    "nn": (0.25, 0.15, 0.00, 0.00, 0.0, 0.8, 0.8),
    "RR": (0.20, 0.00, 0.45, 0.00, 0.0, 0.2, 1.2),
    "aa": (1.00, 0.10, 0.00, 0.00, 0.0, 0.0, 1.3),
    "E": (0.65, 0.35, 0.00, 0.00, 0.0, 0.0, 1.2),
    "ih": (0.32, 0.60, 0.00, 0.00, 0.0, 0.0, 1.1),
    "oh": (0.60, 0.00, 0.60, 0.00, 0.0, 0.0, 1.4),
    "ou": (0.25, 0.00, 1.00, 0.00, 0.0, 0.0, 1.6),
    "ax": (0.45, 0.15, 0.05, 0.00, 0.0, 0.0, 0.8),
    "hh": (0.35, 0.10, 0.00, 0.00, 0.0, 0.0, 0.3),
}
TARGETS = np.array([_TARGETS[shape][:6] for shape in SHAPES], np.float32)
DOMINANCE = np.array([_TARGETS[shape][6] for shape in SHAPES], np.float32)


# Deviations of the bells, in frames, and how far they reach.
SLOW, FAST, REACH = 4.0, 1.5, 12


def bell(deviation):
    steps = np.arange(-REACH, REACH + 1)
    return np.exp(-0.5 * (steps / deviation) ** 2).astype(np.float32)


_SLOW = bell(SLOW)
_FAST = bell(FAST)
# Lips that close win over everything around them.
_CLOSING = np.where(np.isin(SHAPES, ["PP", "FF"]), 6 * DOMINANCE, DOMINANCE).astype(np.float32)


def shapes(segments, frames):
    """Number of the shape at each frame, ten milliseconds apart, the first at 0 s.

    segments: (start, end, shape) in seconds; a shape may be a diphthong. Gaps are silence.
    """
    numbers = np.zeros(frames, np.uint8)
    for start, end, shape in segments:
        parts = [(start, end, shape)]
        if "+" in shape:
            first, second = shape.split("+")
            middle = start + FIRST_VOWEL * (end - start)
            parts = [(start, middle, first), (middle, end, second)]
        for begin, stop, name in parts:
            first_frame = int(np.ceil(begin * FRAMES_A_SECOND - 1e-6))
            last_frame = int(np.ceil(stop * FRAMES_A_SECOND - 1e-6))
            if name != SILENCE:
                last_frame = max(last_frame, first_frame + 1)
            numbers[first_frame:last_frame] = NUMBER[name]
    return numbers


def movement(numbers):
    """The six values at each frame, [frames, 6], of the shapes' numbers."""
    values = np.empty((len(numbers), len(VALUES)), np.float32)
    for value in range(len(VALUES)):
        closes = value in (PRESS, TUCK)
        weights = (_CLOSING if closes else DOMINANCE)[numbers]
        blend = _FAST if closes else _SLOW
        # The ends hold what stands there.
        padded = np.pad(weights, REACH, "edge")
        product = np.pad(weights * TARGETS[numbers, value], REACH, "edge")
        values[:, value] = np.convolve(product, blend, "valid") / np.convolve(padded, blend, "valid")
    return values


def lip_opening(values):
    """How far apart the lips are: the jaw, unless the lips are pressed together."""
    return values[:, OPEN] * (1 - 0.9 * values[:, PRESS].clip(0, 1))
