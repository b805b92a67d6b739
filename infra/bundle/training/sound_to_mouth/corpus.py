"""All speech of a training, made source by source, each in a process of its own and kept in a file."""

import fcntl
import os
import pickle
import random
import sys
import time

from . import recordings, synthesis, texts

SYNTHETIC = {"espeak": 2400, "flite": 480, "festival": 60}

# Never trained on: what is measured with must be of speakers that the network has not heard.
HELD_OUT = ["novel", "words", "festival"]
TRAINED = ["small", "espeak", "flite", "russian", "mandarin", "prompts-en", "prompts-es", "prompts-fr", "prompts-it"]
SOURCES = HELD_OUT + TRAINED


def path(folder, source):
    return os.path.join(folder, source + ".pickle")


def make(folder, source, seed):
    """Makes one source's speech unless it is there."""
    own = os.path.join(folder, "making-" + source)
    os.makedirs(own, exist_ok=True)
    with open(os.path.join(own, "lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(path(folder, source)):
            _make(folder, source, seed, own)


def _make(folder, source, seed, own):
    started = time.time()
    utterances = list(_utterances(source, own, random.Random(f"{seed}/{source}")))
    with open(path(folder, source) + ".part", "wb") as file:
        pickle.dump(utterances, file, protocol=4)
    os.replace(path(folder, source) + ".part", path(folder, source))
    minutes = sum(utterance.seconds() for utterance in utterances) / 60
    print(f"{source}: {len(utterances)} utterances, {minutes:.1f} min, made in {time.time() - started:.0f} s", flush=True)


def _utterances(source, folder, generator):
    if source == "espeak":
        return synthesis.espeak_utterances(texts.Texts(generator), generator, SYNTHETIC[source])
    if source == "flite":
        return synthesis.flite_utterances(texts.Texts(generator), generator, SYNTHETIC[source], folder)
    if source == "festival":
        return synthesis.festival_utterances(texts.Texts(generator), generator, SYNTHETIC[source], folder)
    if source == "russian":
        return recordings.russian()
    if source == "mandarin":
        return recordings.mandarin(folder)
    if source == "small":
        return recordings.small(folder)
    if source == "words":
        return recordings.words(folder)
    if source == "novel":
        return recordings.novel(folder)
    return recordings.prompts(source.split("-")[1], folder)


def read(folder, source):
    with open(path(folder, source), "rb") as file:
        return pickle.load(file)


if __name__ == "__main__":
    make(sys.argv[1], sys.argv[2], int(sys.argv[3]))
