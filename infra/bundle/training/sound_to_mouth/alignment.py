"""Forced alignment: when each phone of known words is said in a recording.

Debian's pocketsphinx with its American English acoustic model; phones of other languages are aligned as
the American ones that sound nearest. A phone is a word of the grammar, silence may stand anywhere.
"""

import os
import subprocess

import numpy as np

from . import phones
from .hearing import HOP

MODEL = "/usr/share/pocketsphinx/model/en-us/en-us"
DICTIONARY = "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"
AMERICAN = (
    "AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH"
).split()

# Seconds.
FRAME = 0.01

# Decibels under the loud tenth of a recording from which on nothing is silent.
SILENCE_BELOW = 15

# The aligner's frames look 26 ms ahead of their time, and begin to answer a sound before it begins;
# measured on synthetic speech whose times are known (see aligner_error).
DELAY = 0.012

# A wide beam is slow, and only needed where phones of another language fit badly.
BEAMS = ("1e-80", "1e-200")


class Aligner:
    """Keeps its grammar and dictionary in a folder of its own. One thread at a time."""

    def __init__(self, folder):
        self._folder = folder
        os.makedirs(folder, exist_ok=True)
        with open(self._path("phones.dict"), "w") as file:
            file.writelines(f"{phone} {phone}\n" for phone in AMERICAN)
        # Without the model's noises: what they would explain away is speech of another language.
        with open(self._path("silence.dict"), "w") as file:
            file.writelines(f"{word} SIL\n" for word in ("<s>", "</s>", "<sil>"))

    def _path(self, name):
        return os.path.join(self._folder, name)

    def align(self, samples, grammar):
        """(phone, start, end) in seconds, silences as SIL; None where the recording does not fit.

        grammar: American phones, in the notation of the Java Speech Grammar Format.
        """
        with open(self._path("words.jsgf"), "w") as file:
            file.write(f"#JSGF V1.0;\ngrammar words;\npublic <words> = {grammar} ;\n")
        with open(self._path("recordings.ctl"), "w") as file:
            file.write("speech\n")
        samples.tofile(self._path("speech.raw"))
        spoken = []
        for beam in BEAMS:
            spoken = spoken or self._run(beam)
        ends = [start for start, _ in spoken[1:]] + [len(samples) // HOP]
        return [
            (phone if phone in AMERICAN else "SIL", start * FRAME + DELAY, end * FRAME + DELAY)
            for (start, phone), end in zip(spoken, ends)
        ] or None

    def _run(self, beam):
        """(first frame, phone) of all that is heard; nothing where the grammar does not fit."""
        segments = self._path("segments")
        command = ["pocketsphinx_batch", "-ctl", self._path("recordings.ctl"), "-cepdir", self._folder]
        command += ["-adcin", "yes", "-cepext", ".raw", "-hypseg", segments, "-hmm", MODEL]
        command += ["-dict", self._path("phones.dict"), "-fdict", self._path("silence.dict")]
        command += ["-jsgf", self._path("words.jsgf"), "-bestpath", "no"]
        # All of the recording is heard, pauses too, and normalised by all of it: live, the first second is
        # normalised by nothing, and what is quiet before it is taken for the first phone.
        command += ["-remove_silence", "no", "-cmn", "batch"]
        command += ["-beam", beam, "-pbeam", beam, "-wbeam", beam, "-logfn", "/dev/null"]
        subprocess.run(command, check=True, timeout=120)
        with open(segments) as file:
            fields = file.read().split()
        # Name, four scores by a letter each, then first frame, two scores and word, and the last frame.
        fields = fields[9:-1]
        return [(int(fields[at]), fields[at + 3].split("(")[0]) for at in range(0, len(fields) - 3, 4)]

    def align_phonemes(self, samples, phonemes):
        """(start, end, shape) of espeak-ng's phonemes in order; None where the recording does not fit."""
        american = [phones.nearest_american(phoneme) for phoneme in phonemes]
        aligned = self.align(samples, " ".join(name for names in american for name in names))
        if aligned is None:
            return None
        spoken = iter([piece for piece in aligned if piece[0] != "SIL"])
        segments = [(start, end, phones.SILENCE) for phone, start, end in aligned if phone == "SIL"]
        for phoneme, names in zip(phonemes, american):
            pieces = [next(spoken, None) for _ in names]
            if None in pieces:
                return None
            if pieces:
                segments.append((pieces[0][1], pieces[-1][2], phones.of_ipa(phoneme)))
        return quiet_silences(sorted(segments), samples)


def quiet_silences(segments, samples):
    """The segments, with what is loud at the edges of a silence given to the phones beside it: a phone that the
    American ones fit badly is taken for silence in part or wholly."""
    windows = samples[: len(samples) // HOP * HOP].reshape(-1, HOP).astype(np.float32)
    decibels = 10 * np.log10((windows**2).mean(1) + 1)
    loud = decibels > np.quantile(decibels, 0.9) - SILENCE_BELOW
    mended = list(segments)
    for number, (start, end, shape) in enumerate(segments):
        if shape != phones.SILENCE:
            continue
        heard = loud[round(start / FRAME) : round(end / FRAME)]
        before = after = 0
        while number > 0 and before < len(heard) and heard[before]:
            before += 1
        while number + 1 < len(mended) and after < len(heard) - before and heard[-1 - after]:
            after += 1
        begin = end if before == len(heard) else start + before * FRAME
        stop = end - after * FRAME
        if before:
            mended[number - 1] = (mended[number - 1][0], begin, mended[number - 1][2])
        if after:
            mended[number + 1] = (stop, mended[number + 1][1], mended[number + 1][2])
        mended[number] = (begin, stop, shape)
    return [(start, end, shape) for start, end, shape in mended if end > start]


def pronunciations():
    """Phones of the words of the American dictionary, each a list of alternatives."""
    words = {}
    with open(DICTIONARY) as file:
        for line in file:
            word, *names = line.split()
            words.setdefault(word.split("(")[0], []).append(" ".join(names))
    return words
