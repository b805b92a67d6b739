"""Real speech of Debian's packages, with the times of its phones."""

import glob
import os
import subprocess

import numpy as np

from . import phones, texts
from .alignment import Aligner
from .hearing import RATE
from .synthesis import Espeak, read_labels, read_wave
from .utterance import Utterance

PROMPTS = {  # folder of Asterisk's prompts, voice of espeak-ng that gives the phonemes
    "en": ("en_US_f_Allison", "en-us"),
    "es": ("es_MX_f_Allison", "es-419"),
    "fr": ("fr_CA_f_June", "fr"),
    "it": ("it_IT_m_Carlo", "it"),
}
RUSSIAN_VOICE = "/usr/share/festival/voices/russian/msu_ru_nsh_clunits"
MOST_PROMPTS = 600
TEST_DATA = "/usr/share/pocketsphinx/test/data"
ALSA = "/usr/share/sounds/alsa"
MANDARIN = "/usr/share/gcin-voice/ogg"

# Bopomofo to pinyin, for the recorded syllables of Mandarin.
_BOPOMOFO = dict(zip("ㄅㄆㄇㄈㄉㄊㄋㄌㄍㄎㄏㄐㄑㄒㄓㄔㄕㄖㄗㄘㄙ", "b p m f d t n l g k h j q x zh ch sh r z c s".split()))
_VOWELS = dict(zip("ㄚㄛㄜㄝㄞㄟㄠㄡㄢㄣㄤㄥㄦㄧㄨㄩ", "a o e e ai ei ao ou an en ang eng er i u v".split()))


def decode(path, *options):
    """Samples at 16 kHz of any recording that FFmpeg reads."""
    command = ["ffmpeg", "-v", "error", *options, "-i", path, "-ac", "1", "-ar", str(RATE), "-f", "s16le", "-"]
    return np.frombuffer(subprocess.run(command, capture_output=True, check=True).stdout, np.int16).copy()


class Transcribed:
    """Aligns recordings whose words are known."""

    def __init__(self, folder):
        self._espeak = Espeak()
        self._aligner = Aligner(folder)

    def utterance(self, source, name, samples, words, voice):
        """None where the words do not fit the recording."""
        events = self._espeak.speak(words, voice)[1]
        phonemes = [phone for _, _, phone in events if phones.of_ipa(phone) != phones.SILENCE]
        segments = self._aligner.align_phonemes(samples, phonemes)
        if segments is None or not _plausible(segments):
            return None
        return Utterance(source, samples, segments, True, name)


def _plausible(segments):
    """Whether phones last as long as phones do: a wrong transcript squeezes and stretches them."""
    lengths = np.array([end - start for start, end, shape in segments if shape != phones.SILENCE])
    if len(lengths) < 3:
        return False
    return 0.04 < np.median(lengths) < 0.16 and lengths.max() < 0.6 and np.mean(lengths < 0.035) < 0.35


def prompts(language, folder):
    speaker, voice = PROMPTS[language]
    transcribed = Transcribed(folder)
    known = list(texts.prompts(language))
    for name, words in known[:: max(1, len(known) // MOST_PROMPTS)]:
        path = f"/usr/share/asterisk/sounds/{speaker}/{name}.g722"
        if not os.path.exists(path):
            continue
        samples = decode(path, "-f", "g722")
        if 1.2 * RATE < len(samples) < 15 * RATE:
            utterance = transcribed.utterance("prompt/" + language, name, samples, words, voice)
            if utterance is not None:
                yield utterance


def russian():
    """Read sentences whose phones were labelled by the makers of the voice."""
    for path in sorted(glob.glob(RUSSIAN_VOICE + "/lab/*.lab")):
        name = os.path.basename(path)[:-4]
        yield Utterance(
            "read/ru", read_wave(f"{RUSSIAN_VOICE}/wav/{name}.wav"), read_labels(path, phones.of_russian), True, name
        )


def mandarin(folder):
    """Single syllables, by the speaker whose recordings are under CC-BY-3.0."""
    transcribed = Transcribed(folder)
    syllables = []
    for path in sorted(glob.glob(MANDARIN + "/*/5.ogg")):
        written = os.path.basename(os.path.dirname(path))
        sound = "".join(character for character in written if not character.isdigit())
        tone = written[len(sound) :] or "1"
        syllables.append((path, pinyin(sound) + tone))
    for path, syllable in syllables[::4]:
        utterance = transcribed.utterance("syllable/zh", syllable, decode(path), syllable, "cmn-latn-pinyin")
        if utterance is not None:
            yield utterance


def pinyin(bopomofo):
    """Of a syllable without its tone."""
    initial = _BOPOMOFO.get(bopomofo[0], "")
    rest = "".join(_VOWELS.get(character, "") for character in bopomofo[1 if initial else 0 :])
    if not rest:
        return initial + "i"
    for written, spelled in (("ien", "in"), ("ieng", "ing"), ("uen", "un"), ("ueng", "ong"), ("ven", "un"), ("veng", "iong"), ("iou", "iu"), ("uei", "ui")):
        if rest == written:
            rest = spelled
    if initial in ("j", "q", "x"):
        rest = rest.replace("v", "u")
    if initial:
        return initial + rest.replace("v", "ü")
    alone = {"i": "yi", "in": "yin", "ing": "ying", "u": "wu", "v": "yu", "un": "wen", "ong": "weng", "iong": "yong", "iu": "you", "ui": "wei"}
    if rest in alone:
        return alone[rest]
    if rest[0] == "i":
        return "y" + rest[1:]
    if rest[0] == "u":
        return "w" + rest[1:]
    return rest.replace("v", "yu", 1)


def small(folder):
    """Single sentences of a few more speakers."""
    transcribed = Transcribed(folder)
    known = [(f"{TEST_DATA}/goforward.raw", "go forward ten meters")]
    with open(f"{TEST_DATA}/cards/cards.transcription") as file:
        for line in file:
            words, name = line.replace("<s>", "").split("</s>")
            known.append((f"{TEST_DATA}/cards/{name.strip(' ()' + chr(10))}.wav", words.strip()))
    known.append((f"{TEST_DATA}/tidigits/dhd.2934z.raw", "two nine three four zero"))
    yield from _transcribed(transcribed, "small", known)


def words(folder):
    """The words of the loudspeaker test, of yet another speaker."""
    known = []
    for path in sorted(glob.glob(ALSA + "/*_*.wav")):
        known.append((path, os.path.basename(path)[:-4].replace("_", " ").lower()))
    yield from _transcribed(Transcribed(folder), "words", known)


def _transcribed(transcribed, source, known):
    for path, spoken in known:
        samples = np.fromfile(path, np.int16) if path.endswith(".raw") else decode(path)
        utterance = transcribed.utterance(source, os.path.basename(path), samples, spoken, "en-us")
        if utterance is not None:
            yield utterance


def novel(folder):
    """Sentences of "Sense and Sensibility", read for LibriVox: held out, never trained on."""
    transcribed = Transcribed(folder)
    with open(f"{TEST_DATA}/librivox/transcription") as file:
        for line in file:
            words, name = line.replace("<s>", "").split("</s>")
            name = name.strip(" ()\n")
            samples = read_wave(f"{TEST_DATA}/librivox/{name}.wav")
            utterance = transcribed.utterance("novel", name, samples, words.strip(), "en-us")
            if utterance is not None:
                yield utterance
