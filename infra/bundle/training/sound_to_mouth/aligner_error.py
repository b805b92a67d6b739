"""Measures the forced alignment on synthetic speech, whose times are known, in a quiet room's noise.

    python3 -m sound_to_mouth.aligner_error FOLDER

FOLDER is for its files. Prints how far the phones begin from where they do, and how well the opening of the
lips that the aligned phones ask for fits the true one: no network can be measured to be better than that.
"""

import os
import random
import sys

import numpy as np

from . import articulation, disturbance, measures, phones, synthesis, texts
from .alignment import Aligner
from .hearing import HOP, RATE

SENTENCES = 36
# Decibels of the noise under the voice.
NOISE = -28
# Seconds before a voice, in turn, and after each.
BEFORE, AFTER = (0.1, 0.25, 0.4), 0.25


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    aligner, generator = Aligner(folder), np.random.default_rng(5)
    errors, firsts, wanted, found, refused = [], [], [], [], 0
    for number, (names, samples) in enumerate(_spoken(folder)):
        before = BEFORE[number % len(BEFORE)]
        true = [(start + before, end + before, name) for start, end, name in names]
        heard = _in_a_room(samples, before, generator)
        aligned = aligner.align(heard, " ".join(name for _, _, name in true))
        spoken = [each for each in aligned or [] if each[0] != "SIL"]
        if len(spoken) != len(true):
            refused += 1
            continue
        errors += [start - right for (_, start, _), (right, _, _) in zip(spoken, true)]
        firsts.append(spoken[0][1] - true[0][0])
        wanted.append(_opening(true, len(heard)))
        found.append(_opening([(start, end, name) for name, start, end in aligned], len(heard)))
    errors, firsts = 1000 * np.abs(errors), 1000 * np.abs(firsts)
    print(
        f"{len(errors)} phones of {len(wanted)} sentences, {refused} refused: off by {errors.mean():.1f} ms in the mean,"
        f" {np.quantile(errors, 0.9):.0f} ms at most in 90 %, {np.quantile(errors, 0.99):.0f} ms in 99 %;"
        f" first phones by up to {firsts.max():.0f} ms; r of the opening"
        f" {measures.correlation(np.concatenate(wanted), np.concatenate(found)):.3f}"
    )


def _spoken(folder):
    """American phones with their times, and samples."""
    written = texts.Texts(random.Random(11))
    for number in range(SENTENCES):
        voice = synthesis.FLITE_VOICES[number % 3]
        labels, samples = synthesis.flite(written.sentence("en"), voice, os.path.join(folder, "spoken.wav"))
        yield [
            (start, end, {"AX": "AH"}.get(name.upper(), name.upper())) for start, end, name in labels if name != "pau"
        ], samples


def _in_a_room(samples, before, generator):
    padded = np.pad(samples.astype(np.float64), (int(before * RATE), int(AFTER * RATE)))
    noise = generator.standard_normal(len(padded)) * np.sqrt((samples.astype(np.float64) ** 2).mean())
    return np.clip(padded + disturbance.decibels(NOISE) * noise, -32767, 32767).astype(np.int16)


def _opening(segments, samples):
    shapes = [(start, end, phones.of_arpabet(name)) for start, end, name in segments]
    return articulation.lip_opening(articulation.movement(articulation.shapes(shapes, samples // HOP)))


if __name__ == "__main__":
    main()
