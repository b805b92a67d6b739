"""Measures a trained network on held-out speech, as it is and as telephones, rooms and noise make it.

    python3 -m sound_to_mouth.conditions FOLDER

Prints a table; FOLDER is that of a training that is done.
"""

import dataclasses
import os
import sys

import numpy as np

from . import disturbance, learning, measures, network
from .__main__ import split
from .hearing import RATE

COLUMNS = ("r_open", "r_width", "r_round", "r_opening", "lag_ms", "bilabials_closed", "silence_closed")


def main():
    folder = sys.argv[1]
    model = network.read(os.path.join(folder, "weights.pt"))
    held_out = split(folder)[1]
    print("| speech | " + " | ".join(COLUMNS) + " |")
    print("|---" * (1 + len(COLUMNS)) + "|")
    for name, utterances in sorted(held_out.items()):
        if len(utterances) > 2:
            row(name, utterances, model)
    for name, change in CONDITIONS.items():
        generator = np.random.default_rng(1)
        row("novel, " + name, [changed(each, change, generator) for each in held_out["novel"]], model)


def row(name, utterances, model):
    summary = measures.summary(utterances, lambda samples: learning.mouth(model, samples))
    values = [f"{summary[column]:d}" if column == "lag_ms" else f"{summary[column]:.2f}" for column in COLUMNS]
    print(f"| {name} | " + " | ".join(values) + " |", flush=True)


def changed(utterance, change, generator):
    samples = change(utterance.samples / 32768.0, generator)
    return dataclasses.replace(utterance, samples=np.round(32767 * np.clip(samples, -1, 1)).astype(np.int16))


def at_peak(decibels):
    return lambda samples, generator: samples / np.abs(samples).max() * disturbance.decibels(decibels)


def with_noise(make, ratio):
    def change(samples, generator):
        sound = make(len(samples), generator)
        sound = sound / np.sqrt((sound**2).mean())
        return 0.3 * samples + 0.3 * disturbance.level(samples) * disturbance.decibels(-ratio) * sound

    return change


def by_telephone(samples, generator):
    spectrum = np.fft.rfft(samples)
    return np.fft.irfft(spectrum * disturbance.band(np.fft.rfftfreq(len(samples), 1 / RATE), 300, 3400), len(samples))


def in_a_room(samples, generator):
    return 0.5 * np.convolve(samples, disturbance.room(generator))[: len(samples)]


CONDITIONS = {
    "peak 0 dBFS": at_peak(0),
    "peak -20 dBFS": at_peak(-20),
    "peak -40 dBFS": at_peak(-40),
    "noise 20 dB below": with_noise(disturbance.coloured, 20),
    "noise 10 dB below": with_noise(disturbance.coloured, 10),
    "music 10 dB below": with_noise(disturbance.music, 10),
    "telephone": by_telephone,
    "room": in_a_room,
}

if __name__ == "__main__":
    main()
