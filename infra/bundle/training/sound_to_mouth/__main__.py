"""Trains the network from sound to mouth, from nothing to the file of the bundle.

    python3 -m sound_to_mouth FOLDER OUTPUT [--seed 1] [--steps 6000]

FOLDER keeps the speech, so that a second training starts at once. Everything that is not in FOLDER is made.
"""

import argparse
import json
import multiprocessing
import os

import numpy as np
import torch

from . import corpus, export, learning, measures
from .hearing import RATE

# One in so many utterances of a source is held out; the novel is as a whole, and so is a voice.
HELD_OUT_EVERY = 20
HELD_OUT_VOICE = "festival/ked_diphone"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("output")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=4000)
    arguments = parser.parse_args()
    os.makedirs(arguments.folder, exist_ok=True)
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "2")))
    with multiprocessing.Pool(2) as pool:
        pool.starmap(corpus.make, [(arguments.folder, source, arguments.seed) for source in corpus.SOURCES], 1)
    training, held_out = split(arguments.folder)

    def report(step, model):
        for name in ("novel", "voice"):
            print(f"  {name}: {measures.line(measures.summary(held_out[name], lambda s: learning.mouth(model, s)))}", flush=True)
        torch.save(model.state_dict(), os.path.join(arguments.folder, "weights.pt"))

    model = learning.train(training, arguments.seed, arguments.steps, report)
    export.write(model, arguments.output)
    summaries = {}
    for name, utterances in held_out.items():
        summaries[name] = measures.summary(utterances, lambda samples: learning.mouth(model, samples))
        print(f"{name} ({len(utterances)}): {measures.line(summaries[name])}")
    with open(os.path.join(arguments.folder, "measures.json"), "w") as file:
        json.dump(summaries, file, indent=2)


def split(folder):
    """Utterances to train with, and those that are held out, by kind."""
    training, held_out = [], {"novel": corpus.read(folder, "novel"), "voice": []}
    for source in corpus.SOURCES:
        if source == "novel" or not os.path.exists(corpus.path(folder, source)):
            continue
        for number, utterance in enumerate(corpus.read(folder, source)):
            if utterance.seconds() < 0.4:
                continue
            if utterance.source == HELD_OUT_VOICE:
                held_out["voice"].append(utterance)
            elif source != "small" and number % HELD_OUT_EVERY == 0:
                held_out.setdefault("real" if utterance.real else "synthetic", []).append(utterance)
            else:
                training.append(utterance)
    minutes = {}
    for utterance in training:
        minutes[utterance.source] = minutes.get(utterance.source, 0) + utterance.seconds() / 60
    print({source: round(value, 1) for source, value in sorted(minutes.items())}, flush=True)
    return training, {name: utterances[:60] for name, utterances in held_out.items()}


if __name__ == "__main__":
    main()
