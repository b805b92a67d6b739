"""Trains the networks from sound to mouth, from nothing to the file of the bundle.

    python3 -m sound_to_mouth FOLDER OUTPUT [--seeds 1 2] [--steps 3400] [--with WEIGHTS ...]

One network a seed; the file of the bundle has their mean. FOLDER keeps the speech, so that a second training
starts at once. Everything that is not in FOLDER is made.
"""

import argparse
import json
import multiprocessing
import os

import torch

from . import corpus, export, learning, measures, network

# One in so many utterances of what is trained on is held out too.
HELD_OUT_EVERY = {"espeak": 20, "flite": 20, "russian": 20, "prompts": 5}
MOST_HELD_OUT = 60


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("output")
    parser.add_argument("--seeds", type=int, nargs="*", default=[1, 2], help="of the trainings; the first one is the speech's")
    parser.add_argument("--steps", type=int, default=3400)
    parser.add_argument("--with", nargs="*", default=[], dest="others", help="weights.pt of earlier trainings, in the mean too")
    arguments = parser.parse_args()
    os.makedirs(arguments.folder, exist_ok=True)
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    with multiprocessing.Pool(2) as pool:
        pool.starmap(corpus.make, [(arguments.folder, source, (arguments.seeds or [1])[0]) for source in corpus.SOURCES], 1)
    training, held_out = split(arguments.folder)

    def report(step, model):
        for name in ("novel", "prompt/en", "prompt/es", "festival"):
            print(f"  {name}: {measures.line(measures.summary(held_out[name], lambda s: learning.mouth(model, s)))}", flush=True)

    networks = [learning.train(training, seed, arguments.steps, report) for seed in arguments.seeds]
    networks += [network.read(path) for path in arguments.others]
    model = network.MeanOfNetworks(networks).eval() if len(networks) > 1 else networks[0]
    torch.save(model.state_dict(), os.path.join(arguments.folder, "weights.pt"))
    export.write(model, arguments.output)
    summaries = {}
    for name, utterances in held_out.items():
        summaries[name] = measures.summary(utterances, lambda samples: learning.mouth(model, samples))
        print(f"{name} ({len(utterances)}): {measures.line(summaries[name])}")
    with open(os.path.join(arguments.folder, "measures.json"), "w") as file:
        json.dump(summaries, file, indent=2)


def split(folder):
    """Utterances to train with, and those that are held out, by kind."""
    training = []
    held_out = {source: corpus.read(folder, source) for source in corpus.HELD_OUT}
    for source in corpus.TRAINED:
        every = HELD_OUT_EVERY.get(source.split("-")[0])
        for number, utterance in enumerate(corpus.read(folder, source)):
            if every and number % every == 0:
                held_out.setdefault(utterance.source, []).append(utterance)
            else:
                training.append(utterance)
    minutes = {}
    for utterance in training:
        minutes[utterance.source] = minutes.get(utterance.source, 0) + utterance.seconds() / 60
    print({source: round(value, 1) for source, value in sorted(minutes.items())}, flush=True)
    return training, {name: _some(utterances) for name, utterances in held_out.items()}


def _some(utterances):
    return utterances[:: -(-len(utterances) // MOST_HELD_OUT)]


if __name__ == "__main__":
    main()
