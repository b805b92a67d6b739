"""Recorded or synthetic speech whose phones have known times."""

from dataclasses import dataclass

import numpy as np

from . import articulation
from .hearing import HOP, RATE


@dataclass
class Utterance:
    """source: where it comes from, such as espeak/de. samples: 16 kHz, 16 bit. segments: (start, end,
    shape) in seconds. speaker: what is held out together."""

    source: str
    samples: np.ndarray
    segments: list
    real: bool = False
    name: str = ""

    def seconds(self):
        return len(self.samples) / RATE

    def shapes(self):
        return articulation.shapes(self.segments, len(self.samples) // HOP)
