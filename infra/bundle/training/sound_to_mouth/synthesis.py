"""Synthetic speech with exact phone times: espeak-ng, flite and festival."""

import ctypes
import os
import re
import subprocess
import tempfile
import wave

import numpy as np
from scipy.signal import resample_poly

from . import phones
from .hearing import RATE
from .utterance import Utterance

ESPEAK_VARIANTS = "f1 f2 f3 f4 f5 m1 m2 m3 m5 m7 m8 klatt2 klatt4 Annie Andy anika steph belinda john ed max".split()
ESPEAK_VOICES = [  # voice, language of its texts, share
    ("en-us", "en", 5), ("en", "en", 2), ("en-gb-scotland", "en", 1), ("cmn-latn-pinyin", "zh", 4), ("es", "es", 2),
    ("es-419", "es", 1), ("fr", "fr", 3), ("de", "de", 3), ("it", "it", 2), ("pt-br", "pt", 1), ("pt", "pt", 1),
    ("nl", "nl", 1), ("sv", "sv", 1), ("ca", "ca", 1), ("pl", "pl", 1), ("ru", "ru", 1), ("cs", "cs", 1),
    ("fi", "", 1), ("tr", "", 1), ("ja", "", 1),
]  # fmt: skip
FLITE_VOICES = ["slt", "rms", "awb", "kal16"]
FESTIVAL_VOICE = "ked_diphone"


def to_rate(samples, rate):
    """16-bit samples at 16 kHz."""
    if rate != RATE:
        divisor = np.gcd(rate, RATE)
        samples = resample_poly(np.asarray(samples, np.float32), RATE // divisor, rate // divisor)
    return np.clip(samples, -32767, 32767).astype(np.int16)


def read_wave(path):
    """First channel of a 16-bit WAV file at 16 kHz."""
    with wave.open(path) as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), np.int16)
        return to_rate(samples[:: file.getnchannels()], file.getframerate())


class _EventId(ctypes.Union):
    _fields_ = [("number", ctypes.c_int), ("name", ctypes.c_char_p), ("string", ctypes.c_char * 8)]


class _Event(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int), ("identifier", ctypes.c_uint), ("text_position", ctypes.c_int),
        ("length", ctypes.c_int), ("audio_position", ctypes.c_int), ("sample", ctypes.c_int),
        ("user_data", ctypes.c_void_p), ("id", _EventId),
    ]  # fmt: skip


class Espeak:
    """The espeak-ng library, which tells the time of each phoneme. One a process."""

    _PHONEME = 7
    _CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(_Event))

    def __init__(self):
        self._library = ctypes.CDLL("libespeak-ng.so.1")
        self._sound, self._events = bytearray(), []
        self._rate = self._library.espeak_Initialize(2, 0, None, 0x1 | 0x2 | 0x8000)
        self._callback = self._CALLBACK(self._receive)
        self._library.espeak_SetSynthCallback(self._callback)

    def _receive(self, samples, count, events):
        if count > 0 and samples:
            self._sound.extend(ctypes.string_at(samples, 2 * count))
        position = 0
        while events[position].type != 0:
            event = events[position]
            if event.type == self._PHONEME:
                self._events.append((event.sample / self._rate, event.id.string.decode("utf8", "replace")))
            position += 1
        return 0

    def speak(self, text, voice, speed=160, pitch=50, pitch_range=50):
        """Samples at 16 kHz, and (start, end, phoneme) in seconds."""
        self._sound.clear()
        self._events.clear()
        if self._library.espeak_SetVoiceByName(voice.encode()) != 0:
            raise ValueError(f"espeak-ng has no voice {voice}")
        for parameter, value in ((1, speed), (3, pitch), (4, pitch_range)):
            self._library.espeak_SetParameter(parameter, value, 0)
        encoded = text.encode()
        self._library.espeak_Synth(encoded, len(encoded) + 1, 0, 1, 0, 1, None, None)
        self._library.espeak_Synchronize()
        samples = to_rate(np.frombuffer(bytes(self._sound), np.int16), self._rate)
        ends = [start for start, _ in self._events[1:]] + [len(samples) / RATE]
        events = [(start, end, phone) for (start, phone), end in zip(self._events, ends)]
        return samples, with_closures(samples, events)


def with_closures(samples, events, longest=0.09, step=0.005, quiet=0.06):
    """The events, with voiceless stops from where it gets quiet: espeak-ng counts them from the burst on."""
    windows = samples[: len(samples) // 80 * 80].reshape(-1, 80).astype(np.float32)
    loudness = np.sqrt((windows**2).mean(1))
    threshold = quiet * np.quantile(loudness, 0.95) if len(loudness) else 0
    corrected = list(events)
    for number in range(1, len(events)):
        start, end, phone = events[number]
        if phone[:1] not in ("p", "t", "k", "c", "q") or phones.of_ipa(events[number - 1][2]) == phones.SILENCE:
            continue
        earliest = max(start - longest, corrected[number - 1][0] + 0.03)
        window = int(start / step) - 1
        while window * step > earliest and loudness[window] < threshold:
            window -= 1
        closed = min(start, (window + 1) * step)
        corrected[number - 1] = (corrected[number - 1][0], closed, corrected[number - 1][2])
        corrected[number] = (closed, end, phone)
    return corrected


def espeak_utterances(texts, random, count):
    espeak = Espeak()
    voices = [(voice, language) for voice, language, share in ESPEAK_VOICES for _ in range(share)]
    for number in range(count):
        voice, language = voices[number % len(voices)]
        if random.random() < 0.75:
            voice += "+" + random.choice(ESPEAK_VARIANTS)
        samples, events = espeak.speak(
            texts.sentence(language), voice, random.randint(115, 215), random.randint(15, 90), random.randint(30, 80)
        )
        segments = [(start, end, phones.of_ipa(phone)) for start, end, phone in events]
        yield Utterance("espeak/" + voice.split("+")[0], samples, segments)


def flite_utterances(texts, random, count, folder):
    path = os.path.join(folder, "flite.wav")
    for number in range(count):
        voice = FLITE_VOICES[number % len(FLITE_VOICES)]
        stretch = f"duration_stretch={random.uniform(0.8, 1.2):.2f}"
        labels, samples = flite(texts.sentence("en"), voice, path, "--setf", stretch)
        yield Utterance("flite/" + voice, samples, [(start, end, phones.of_arpabet(phone)) for start, end, phone in labels])


def flite(sentence, voice, path, *options):
    """(start, end, phone) in seconds of a sentence, and its samples at 16 kHz, by way of a file at path."""
    command = ["flite", "-voice", voice, *options, "-psdur", "-t", sentence, "-o", path]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    start, labels = 0.0, []
    for token in output.split():
        phone, end = token.rsplit(":", 1)
        labels.append((start, float(end), phone))
        start = float(end)
    return labels, read_wave(path)


def festival_utterances(texts, random, count, folder):
    """Festival starts slowly, so that one process speaks all sentences."""
    script = [f"(voice_{FESTIVAL_VOICE})"]
    for number in range(count):
        sentence = re.sub(r'["\\]', " ", texts.sentence("en"))
        stretch = random.uniform(0.8, 1.2)
        script.append(f"(Parameter.set 'Duration_Stretch {stretch:.2f})")
        script.append(f'(set! u (utt.synth (Utterance Text "{sentence}")))')
        script.append(f"(utt.save.wave u \"{folder}/{number}.wav\" 'riff)")
        script.append(f'(utt.save.segs u "{folder}/{number}.lab")')
    path = os.path.join(folder, "speak.scm")
    with open(path, "w") as file:
        file.write("\n".join(script))
    subprocess.run(["festival", "-b", path], capture_output=True, check=True, timeout=600)
    for number in range(count):
        labels = read_labels(f"{folder}/{number}.lab", phones.of_arpabet)
        yield Utterance("festival/" + FESTIVAL_VOICE, read_wave(f"{folder}/{number}.wav"), labels)


def read_labels(path, shape_of):
    """Segments of a label file: end in seconds, a colour, the phone."""
    start, segments = 0.0, []
    with open(path, encoding="iso8859-1") as file:
        for line in file:
            fields = line.split()
            if len(fields) == 3:
                segments.append((start, float(fields[0]), shape_of(fields[2])))
                start = float(fields[0])
    return segments
