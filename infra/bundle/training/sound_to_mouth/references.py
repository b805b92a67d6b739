"""Writes what `infra/lipstream bench sync` measures with: the mouth that aligned phones ask for.

    python3 -m sound_to_mouth.references FOLDER OUTPUT

FOLDER is the training's; OUTPUT gets each recording of the novel, some prompts that were not taught, a
held-out synthetic utterance in each of five languages and one of a voice that is held out, each with its
table: a row every ten milliseconds. Of the loudspeaker test's words, whose licence is the GPL, the tables only.
"""

import os
import sys
import wave

import numpy as np

from . import articulation, corpus, disturbance
from .__main__ import split
from .hearing import RATE
from .phones import SHAPES
from .utterance import Utterance

SOURCES = {
    "en": "espeak/en-us", "zh": "espeak/cmn-latn-pinyin", "es": "espeak/es", "fr": "espeak/fr", "de": "espeak/de",
    "ked": "festival",
}  # fmt: skip
SAMPLES = ("0870", "0880", "0890")  # of the novel, whose recordings the product has already
PROMPTS = ("en", "es", "fr", "it")
PROMPTS_A_LANGUAGE = 2
PAUSE = 0.8
ROOM = -60


def main():
    folder, output = sys.argv[1:]
    os.makedirs(output, exist_ok=True)
    for utterance in corpus.read(folder, "novel"):
        number = utterance.name[-4:]
        (write_table if number in SAMPLES else write)(utterance, os.path.join(output, f"austen-{number}"))
    for utterance in corpus.read(folder, "words"):
        write_table(utterance, os.path.join(output, f"words-{utterance.name[:-4]}"))
    held_out = split(folder)[1]
    for language in PROMPTS:
        fitting = [each for each in held_out["prompt/" + language] if 3 < each.seconds() < 6]
        for number, utterance in enumerate(sorted(fitting, key=bilabials)[-PROMPTS_A_LANGUAGE:], 1):
            write(utterance, os.path.join(output, f"prompt-{language}-{number}"))
    generator = np.random.default_rng(1)
    for name, source in SOURCES.items():
        chosen = max((each for each in held_out[source] if 3 < each.seconds() < 6), key=bilabials)
        write(in_a_room(chosen, generator), os.path.join(output, f"synthetic-{name}"))


def bilabials(utterance):
    """Of a few utterances, the one with most of them tells most."""
    return sum(shape == "PP" for _, _, shape in utterance.segments)


def write(utterance, path):
    write_table(utterance, path)
    write_wave(utterance, path + ".wav")


def in_a_room(utterance, generator):
    """With a pause before and after, and never quite silent."""
    pause = np.zeros(int(PAUSE * RATE))
    samples = np.concatenate([pause, 0.5 * utterance.samples / np.abs(utterance.samples).max(), pause])
    samples = samples + disturbance.decibels(ROOM) * generator.standard_normal(len(samples))
    segments = [(start + PAUSE, end + PAUSE, shape) for start, end, shape in utterance.segments]
    return Utterance(utterance.source, np.round(32767 * samples).astype(np.int16), segments)


def write_table(utterance, path):
    numbers = utterance.shapes()
    movement = articulation.movement(numbers)
    with open(path + ".csv", "w") as file:
        file.write("shape,open,width,round,press,tuck,tongue\n")
        for number, values in zip(numbers, movement):
            file.write(SHAPES[number] + "," + ",".join(f"{value:.3f}" for value in values) + "\n")


def write_wave(utterance, path):
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(utterance.samples.tobytes())


if __name__ == "__main__":
    main()
