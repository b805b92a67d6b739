"""Which of a few mouth shapes a phone has, in the notations of the synthesizers and aligners.

A shape is a viseme: phones that look alike are one. Diphthongs are two shapes, one after the other.
"""

import re

SILENCE = "sil"

SHAPES = [
    SILENCE,
    "PP",  # p b m: lips closed
    "FF",  # f v: lower lip under the upper teeth
    "TH",  # th: tongue between the teeth
    "DD",  # t d
    "kk",  # k g and all that is made behind
    "CH",  # sh zh ch j: lips forward
    "SS",  # s z: teeth together
    "nn",  # n l
    "RR",  # r as in English
    "aa",  # the widest vowels
    "E",
    "ih",
    "oh",
    "ou",
    "ax",  # the neutral vowel of unstressed syllables
    "hh",  # breath: takes the shape of what follows
]
NUMBER = {name: number for number, name in enumerate(SHAPES)}

# A diphthong's first vowel takes this share of it.
FIRST_VOWEL = 0.55

ARPABET = dict(
    B="PP", P="PP", M="PP", EM="PP", F="FF", V="FF", TH="TH", DH="TH", T="DD", D="DD", DX="DD",
    K="kk", G="kk", NG="kk", HH="hh", CH="CH", JH="CH", SH="CH", ZH="CH", S="SS", Z="SS",
    N="nn", L="nn", EL="nn", EN="nn", R="RR", Y="ih", W="ou", AA="aa", AE="aa", AH="aa",
    AO="oh", AW="aa+ou", AX="ax", AXR="RR", AY="aa+ih", EH="E", ER="RR", EY="E+ih", IH="ih",
    IX="ih", IY="ih", OW="oh+ou", OY="oh+ih", UH="ou", UW="ou", PAU=SILENCE, SIL=SILENCE,
)  # fmt: skip

# First characters of the International Phonetic Alphabet, by shape.
IPA = {
    "PP": "pbmɓɱ", "FF": "fvʋɸβ", "TH": "θð", "DD": "tdɾʈɖ", "kk": "kgɡŋxɣqʁχʔcɟɲçʝʀ",
    "hh": "hɦħʕ", "CH": "ʃʒɕʑʂʐ", "SS": "sz", "nn": "nlɫɭɬʎɳr", "RR": "ɹɻɚɝɜ", "ih": "jiɪɨ",
    "ou": "wuʊɯʉyʏɥ", "aa": "aɑɐʌäæ", "E": "eɛɘɤ", "ax": "əɵ", "oh": "oɔɒøœ",
}  # fmt: skip
IPA_SHAPE = {character: shape for shape, characters in IPA.items() for character in characters}

# The labels of the recorded Russian voice; doubled consonants are the palatal ones.
RUSSIAN = {
    "pau": SILENCE, "a": "ax", "ae": "ih", "ay": "ax", "aa": "aa", "i": "ih", "ii": "ih", "y": "ih",
    "yy": "ih", "e": "E", "ee": "E", "oo": "oh", "u": "ou", "uu": "ou", "ur": "ou", "j": "ih",
    "p": "PP", "b": "PP", "m": "PP", "f": "FF", "v": "FF", "t": "DD", "d": "DD", "k": "kk",
    "g": "kk", "h": "kk", "s": "SS", "z": "SS", "c": "SS", "sh": "CH", "zh": "CH", "ch": "CH",
    "sch": "CH", "n": "nn", "l": "nn", "r": "nn",
}  # fmt: skip


def of_arpabet(phone):
    """Shape of a phone of American English, with or without a stress digit."""
    return ARPABET.get(phone.upper().rstrip("012"), SILENCE)


def of_russian(phone):
    """Shape of a label of the recorded Russian voice."""
    return RUSSIAN.get(phone) or RUSSIAN[phone[: len(phone) // 2]]


def of_ipa(phone):
    """Shape of a phoneme as espeak-ng names it."""
    phone = re.sub(r"[ˈˌ_|ʲ~]", "", phone.strip())
    if not phone or phone[0] == "(":
        return SILENCE
    if phone.startswith(("tʃ", "dʒ", "tɕ", "dʑ", "ʈʂ", "tʂ", "ɖʐ")):
        return "CH"
    if phone.startswith(("ts", "dz")):
        return "SS"
    shape = IPA_SHAPE.get(phone[0], "kk")
    if shape == "ax" and phone[-1] == "l":
        return "ax+nn"
    if shape in ("aa", "E", "oh", "ax") and len(phone) > 1:
        for endings, second in (("ɪij", "ih"), ("ʊuw", "ou"), ("ɹɚr", "RR")):
            if phone[-1] in endings:
                return shape + "+" + second
    if shape in ("ih", "ou") and len(phone) > 1:
        second = IPA_SHAPE.get(phone[1])
        if second in ("aa", "E", "oh", "ax", "ou") and second != shape:
            return shape + "+" + second
    return shape


# The nearest phones of American English, for the forced alignment of other languages.
NEAREST_AMERICAN = {
    "tʃ": "CH", "tɕ": "CH", "ʈʂ": "CH", "tʂ": "CH", "dʒ": "JH", "dʑ": "JH", "ts": "T S", "dz": "D Z",
    "p": "P", "b": "B", "m": "M", "f": "F", "v": "V", "ʋ": "V", "β": "V", "θ": "TH", "ð": "DH",
    "t": "T", "d": "D", "ɾ": "D", "ʈ": "T", "ɖ": "D", "k": "K", "g": "G", "ɡ": "G", "ŋ": "NG",
    "x": "HH", "ɣ": "G", "q": "K", "ʁ": "R", "χ": "HH", "ʔ": "", "c": "K", "ɟ": "G", "ɲ": "N Y",
    "ç": "HH", "ʝ": "Y", "h": "HH", "ɦ": "HH", "ʃ": "SH", "ʒ": "ZH", "ɕ": "SH", "ʑ": "ZH",
    "ʂ": "SH", "ʐ": "ZH", "s": "S", "z": "Z", "n": "N", "l": "L", "ɫ": "L", "ʎ": "L Y",
    "r": "R", "ɹ": "R", "ɻ": "R", "ʀ": "R", "j": "Y", "i": "IY", "ɪ": "IH", "y": "UW",
    "ʏ": "UW", "ɨ": "IH", "ɥ": "W", "w": "W", "u": "UW", "ʊ": "UH", "ɯ": "UW", "ʉ": "UW",
    "a": "AA", "ɑ": "AA", "ɐ": "AH", "ʌ": "AH", "ä": "AA", "æ": "AE", "e": "EH", "ɛ": "EH",
    "ə": "AH", "ɚ": "ER", "ɜ": "ER", "ɝ": "ER", "ø": "ER", "œ": "ER", "ɵ": "AH", "ɤ": "AH",
    "o": "OW", "ɔ": "AO", "ɒ": "AO",
}  # fmt: skip
DIPHTHONGS = {
    "aɪ": "AY", "ai": "AY", "aʊ": "AW", "au": "AW", "ɑu": "AW", "eɪ": "EY", "ei": "EY",
    "oʊ": "OW", "ou": "OW", "ɔɪ": "OY", "əl": "AH L", "əʊ": "OW",
}  # fmt: skip


def nearest_american(phone):
    """Phones of American English, in order, that sound most like a phoneme of espeak-ng's."""
    phone = re.sub(r"[ˈˌ_|ʲ~ːh\u0303]+$", "", re.sub(r"[ˈˌ_|ʲ~]", "", phone.strip())) or phone
    phone = phone.replace("ː", "").replace("\u0303", "")
    if not phone or phone[0] == "(":
        return []
    if phone in DIPHTHONGS:
        return DIPHTHONGS[phone].split()
    if phone[:2] in NEAREST_AMERICAN:
        return NEAREST_AMERICAN[phone[:2]].split()
    return [name for character in phone for name in NEAREST_AMERICAN.get(character, "").split()]
