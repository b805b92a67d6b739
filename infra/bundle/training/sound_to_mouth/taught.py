"""Writes what a trained network makes of one recording, for the product's test to compare itself with.

    python3 -m sound_to_mouth.taught FOLDER OUTPUT

OUTPUT has six little-endian floats a row, a hundred rows a second. FOLDER is that of a training.
"""

import os
import sys

from . import corpus, learning, network

RECORDING = "0880"


def main():
    folder, output = sys.argv[1:]
    model = network.read(os.path.join(folder, "weights.pt"))
    speech = next(each for each in corpus.read(folder, "novel") if each.name.endswith(RECORDING))
    values = learning.mouth(model, speech.samples / 32768.0)[1]
    values.astype("<f4").tofile(output)


if __name__ == "__main__":
    main()
