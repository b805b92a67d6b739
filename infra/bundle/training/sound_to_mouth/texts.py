"""Sentences to synthesize, by language, of what Debian's packages hold. The same generator, the same texts."""

import gzip
import os
import re

WORD_LISTS = {
    "en": "/usr/share/dict/american-english",
    "es": "/usr/share/dict/spanish",
    "fr": "/usr/share/dict/french",
    "de": "/usr/share/dict/ngerman",
    "it": "/usr/share/dict/italian",
    "pt": "/usr/share/dict/portuguese",
    "nl": "/usr/share/dict/dutch",
    "sv": "/usr/share/dict/swedish",
    "ca": "/usr/share/dict/catalan",
    "pl": "/usr/share/dict/polish",
    "ru": "/usr/share/hunspell/ru_RU.dic",
    "cs": "/usr/share/hunspell/cs_CZ.dic",
}
LICENCES = "/usr/share/common-licenses"

# Mandarin in pinyin: espeak-ng reads characters as their English names.
INITIALS = "b p m f d t n l g k h zh ch sh r z c s".split()
FINALS = "a ai ao an ang e en eng ou ong u uo".split()
PALATAL = [
    initial + final
    for initial in "j q x".split()
    for final in "i ia ian iang iao ie in ing iong iu u uan ue un".split()
]
OTHERS = """wo wei wan wen wang wu wa wai yi ya yao ye you yan yang yin ying yong yu yue yuan yun bi bian biao
bie bin bing di dian diao die ding diu li lia lian liang liao lie lin ling liu mi mian miao mie min ming ni
nian niang niao nie nin ning niu pi pian piao pie pin ping ti tian tiao tie ting gui guan guang guai gua hua
huai huan huang hui hun gun kuai kuan kuang kui kun shui shuang shuo shua zhuang zhui zhun chuang chun dui
dun duan tui tun tuan cui cun cuan zui zun suan sui sun shi zhi chi ri zi ci si bo po mo fo bei pei mei fei
hei gei nei lei zhei fu bu pu mu""".split()
IMPOSSIBLE = {
    "bong", "pong", "mong", "fong", "be", "pe", "fe", "fai", "fao", "shong", "ra", "rai", "fuo", "muo", "buo",
    "puo", "bou", "rai", "de", "len",
}  # fmt: skip
SYLLABLES = sorted(
    {initial + final for initial in INITIALS for final in FINALS} - IMPOSSIBLE | set(PALATAL) | set(OTHERS)
)


class Texts:
    """Draws sentences with a generator that is the caller's."""

    def __init__(self, random):
        self._random = random
        self._words = {language: _words(language) for language in WORD_LISTS}
        self._sentences = _english_sentences()
        self._pieces = sorted({piece for words in self._words.values() for piece in words[::997]})

    def sentence(self, language):
        random = self._random
        if language == "en" and random.random() < 0.6:
            return random.choice(self._sentences)
        if language == "zh":
            return self._pinyin()
        words = self._words.get(language)
        if words is None:
            return self._made_up()
        return _with_pause(random, [random.choice(words) for _ in range(random.randint(4, 9))])

    def _pinyin(self):
        random = self._random
        words = []
        for _ in range(random.randint(4, 8)):
            syllables = random.choices(SYLLABLES, k=random.choice((1, 2, 2, 2, 3)))
            words.append("".join(syllable + str(random.randint(1, 4)) for syllable in syllables))
        return _with_pause(random, words)

    def _made_up(self):
        """Open syllables, which any language with Latin letters can read."""
        random = self._random
        words = []
        for _ in range(random.randint(4, 8)):
            syllables = [random.choice("pbmvfptkdslnrjhm") + random.choice("aeiou") for _ in range(random.randint(2, 4))]
            words.append("".join(syllables))
        return _with_pause(random, words)


def _with_pause(random, words):
    if random.random() < 0.35:
        middle = len(words) // 2
        words[middle - 1] += ","
    return " ".join(words)


def _words(language):
    with open(WORD_LISTS[language], encoding="utf-8", errors="ignore") as file:
        words = [line.split("/")[0].strip().lower() for line in file]
    words = [word for word in words if 3 <= len(word) <= 11 and word.isalpha()]
    return words[:: max(1, len(words) // 40000)]


def _english_sentences():
    text = ""
    for name in sorted(os.listdir(LICENCES)):
        with open(os.path.join(LICENCES, name), errors="ignore") as file:
            text += file.read() + " "
    sentences = re.split(r"[.;:]", re.sub(r"[^A-Za-z'.;:, ]", " ", text))
    sentences = {" ".join(sentence.split()) for sentence in sentences}
    return sorted(sentence for sentence in sentences if 25 < len(sentence) < 110)


def prompts(language):
    """Names and words of Asterisk's recorded prompts in a language."""
    path = f"/usr/share/doc/asterisk-core-sounds-{language}/core-sounds-{language}.txt.gz"
    with gzip.open(path, "rt", encoding="utf-8-sig", errors="ignore") as file:
        for line in file:
            name, separator, words = line.partition(":")
            words = words.strip()
            if separator and words and not line.startswith(";") and not re.search(r"[\[(<]", words):
                yield name.strip(), words
