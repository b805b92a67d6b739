"""Training examples: some seconds of speech, pauses and disturbances, as the network hears them."""

from dataclasses import dataclass

import numpy as np

from . import articulation, disturbance, hearing
from .hearing import HOP, RATE

SECONDS = 5
FRAMES = SECONDS * RATE // HOP
SAMPLES = FRAMES * HOP
# Share of the scenes that begin in the middle of a word; where it was half, the mouth opened at a recording's start.
WITHIN_WORD = 0.15


@dataclass
class Block:
    """Scenes made together. heard: [scenes, 192, frames], float16. numbers: shapes, [scenes, frames]."""

    heard: np.ndarray
    numbers: np.ndarray


class Scenes:
    """Draws scenes of utterances, each source with its share."""

    def __init__(self, utterances, shares):
        self._by_source = {}
        for utterance in utterances:
            self._by_source.setdefault(utterance.source, []).append(utterance)
        self._sources = sorted(self._by_source)
        weights = np.array([self._share(source, shares) for source in self._sources])
        self._probabilities = weights / weights.sum()

    def _share(self, source, shares):
        """A group's share goes to its sources by how much speech they have."""
        group = max((key for key in shares if source.startswith(key)), key=len)
        members = [name for name in self._sources if max((k for k in shares if name.startswith(k)), key=len) == group]
        seconds = {name: sum(u.seconds() for u in self._by_source[name]) for name in members}
        return shares[group] * seconds[source] / sum(seconds.values())

    def block(self, generator, scenes):
        mels, numbers = [], []
        for _ in range(scenes):
            samples, shapes = self.scene(generator)
            mels.append(_of_another_throat(hearing.log_mels(samples), generator))
            numbers.append(shapes)
        return Block(hearing.heard(np.stack(mels)).astype(np.float16), np.stack(numbers))

    def scene(self, generator):
        """Samples in [-1, 1] and the number of the shape at each frame."""
        speech, shapes = self._speech(generator)
        if generator.random() < 0.05:  # nobody speaks
            speech, shapes = np.zeros(SAMPLES, np.float32), np.zeros(FRAMES, np.uint8)
            quiet = True
        else:
            quiet = False
            speech = disturbance.transmitted(speech, generator)
            speech /= disturbance.level(speech)
        if generator.random() < 0.5 or quiet:
            ratio = generator.uniform(5, 40)
            speech = speech + disturbance.decibels(-ratio) * disturbance.noise(
                SAMPLES, generator, lambda: self._murmur(generator)
            )
        loudness = disturbance.decibels(generator.uniform(-48, -14))
        samples = np.clip(loudness * speech, -1, 1)
        if generator.random() < 0.7:  # what sixteen bits leave of it
            samples = np.round(samples * 32767) / 32767
        return samples, shapes

    def _murmur(self, generator):
        """Somebody else, from any moment on."""
        utterances = self._by_source[self._sources[generator.choice(len(self._sources), p=self._probabilities)]]
        samples = utterances[generator.integers(len(utterances))].samples
        samples = np.roll(np.resize(samples, SAMPLES), generator.integers(SAMPLES)) / 32768.0
        return samples / disturbance.level(samples)

    def _speech(self, generator):
        samples, shapes = np.zeros(SAMPLES, np.float32), np.zeros(FRAMES, np.uint8)
        within_word = generator.random() < WITHIN_WORD
        frame = 0 if within_word else int(generator.integers(0, 120))
        if frame > 40 and generator.random() < 0.4:
            _add_breath(samples, 0, generator)
        while frame < FRAMES - 20:
            source = self._sources[generator.choice(len(self._sources), p=self._probabilities)]
            utterance = self._by_source[source][generator.integers(len(self._by_source[source]))]
            piece, piece_shapes = _at_pace(utterance, generator.uniform(0.88, 1.14))
            if within_word:
                skipped = int(generator.integers(0, max(1, len(piece_shapes) - 50)))
                piece, piece_shapes = piece[skipped * HOP :], piece_shapes[skipped:]
            count = min(len(piece_shapes), FRAMES - frame)
            gain = disturbance.decibels(generator.uniform(-4, 4)) / disturbance.level(piece)
            samples[frame * HOP : (frame + count) * HOP] = gain * piece[: count * HOP]
            shapes[frame : frame + count] = piece_shapes[:count]
            frame += count
            pause = int(generator.integers(0, 30) if generator.random() < 0.6 else generator.integers(30, 150))
            if pause > 40 and generator.random() < 0.4:
                _add_breath(samples, frame * HOP, generator)
            frame += pause
            within_word = False
        return samples, shapes


def _add_breath(samples, at, generator):
    breath = 0.05 * disturbance.breath(generator)
    samples[at : at + len(breath)] += breath[: max(0, SAMPLES - at)]


def _of_another_throat(mels, generator):
    """As a longer or shorter throat would colour it, at the same pitch and pace."""
    if generator.random() < 0.4:
        return mels
    bands = np.arange(hearing.BANDS)
    positions = np.clip((bands + 8) * generator.uniform(0.9, 1.12) - 8, 0, hearing.BANDS - 1)
    below = np.minimum(positions.astype(int), hearing.BANDS - 2)
    share = (positions - below).astype(np.float32)
    return mels[:, below] * (1 - share) + mels[:, below + 1] * share


def _at_pace(utterance, factor):
    """Faster and higher, or slower and lower, as a tape is."""
    length = int(len(utterance.samples) / factor) // HOP * HOP
    positions = np.arange(length) * factor
    samples = np.interp(positions, np.arange(len(utterance.samples)), utterance.samples.astype(np.float32) / 32768)
    segments = [(start / factor, end / factor, shape) for start, end, shape in utterance.segments]
    return samples.astype(np.float32), articulation.shapes(segments, length // HOP)
