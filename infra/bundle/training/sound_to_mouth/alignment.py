"""Forced alignment: when each phone of known words is said in a recording.

Debian's pocketsphinx with its American English acoustic model; phones of other languages are aligned as
the American ones that sound nearest. A phone is a word of the grammar, silence may stand anywhere.
"""

import os
import subprocess
import wave

from . import phones
from .hearing import RATE

MODEL = "/usr/share/pocketsphinx/model/en-us/en-us"
DICTIONARY = "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"
AMERICAN = (
    "AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH"
).split()

# The aligner's frames look 26 ms ahead of their time, and begin to answer a sound before it begins;
# measured on synthetic speech whose times are known (see measures.aligner_error).
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

    def _path(self, name):
        return os.path.join(self._folder, name)

    def align(self, samples, grammar):
        """(phone, start, end) in seconds, silences as SIL; None where the recording does not fit.

        grammar: American phones, in the notation of the Java Speech Grammar Format.
        """
        with open(self._path("words.jsgf"), "w") as file:
            file.write(f"#JSGF V1.0;\ngrammar words;\npublic <words> = {grammar} ;\n")
        with wave.open(self._path("speech.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(samples.tobytes())
        output = ""
        for beam in BEAMS:
            output = output or self._run(beam)
        aligned = []
        for line in output.splitlines():
            fields = line.split()
            if len(fields) == 4 and fields[3].replace(".", "").isdigit():
                phone = fields[0].split("(")[0]
                start, end = float(fields[1]) + DELAY, float(fields[2]) + 0.01 + DELAY
                aligned.append((phone if phone in AMERICAN else "SIL", start, end))
        return aligned or None

    def _run(self, beam):
        command = ["pocketsphinx_continuous", "-infile", self._path("speech.wav"), "-hmm", MODEL]
        command += ["-dict", self._path("phones.dict"), "-jsgf", self._path("words.jsgf"), "-time", "yes"]
        command += ["-beam", beam, "-pbeam", beam, "-wbeam", beam, "-logfn", "/dev/null"]
        return subprocess.run(command, capture_output=True, text=True, timeout=120).stdout

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
        return sorted(segments)


def pronunciations():
    """Phones of the words of the American dictionary, each a list of alternatives."""
    words = {}
    with open(DICTIONARY) as file:
        for line in file:
            word, *names = line.split()
            words.setdefault(word.split("(")[0], []).append(" ".join(names))
    return words
