"""How well a network's mouth fits the mouth that the aligned phones ask for.

The reference is articulation.movement of the phones, for lips also what presses them together. Negative
controls say what a measure is worth: it must fall when the sound is shifted or another's.
"""

from dataclasses import dataclass

import numpy as np

from . import articulation
from .articulation import FRAMES_A_SECOND, OPEN, PRESS, ROUND, TUCK, WIDTH
from .phones import NUMBER, SILENCE

MOST_LAG = 30
CLOSED = 0.12
SPEECH_AROUND = 10


@dataclass
class Heard:
    """A network's answer to an utterance: shapes [frames, n] as probabilities, mouth [frames, 6]."""

    numbers: np.ndarray
    silence: np.ndarray
    mouth: np.ndarray


def heard(answer, utterance):
    """answer: gives probabilities and mouth of samples in [-1, 1]."""
    probabilities, mouth = answer(utterance.samples / 32768.0)
    numbers = utterance.shapes()
    count = min(len(numbers), len(mouth))
    return Heard(numbers[:count], probabilities[:count, NUMBER[SILENCE]], mouth[:count])


def commanded(heard_utterance):
    """Opening of the lips as the product composes it (io.lipstream.motion.LipMotion, before the jaw's
    reach), smoothed as the product smooths."""

    def step(low, high, value):
        share = np.clip((value - low) / (high - low), 0, 1)
        return share * share * (3 - 2 * share)

    bell = np.exp(-0.5 * (np.arange(-6, 7) / 2.0) ** 2)
    bell /= bell.sum()

    def smooth(row):
        return np.convolve(np.pad(row, 6, "edge"), bell, "valid")

    spoken = 1 - step(0.5, 0.9, smooth(heard_utterance.silence))
    press = step(0.1, 0.6, smooth(heard_utterance.mouth[:, PRESS])) * spoken
    return spoken * smooth(heard_utterance.mouth[:, OPEN]) * (1 - 0.9 * press)


def correlation(a, b):
    if len(a) < 3 or a.std() < 1e-6 or b.std() < 1e-6:
        return 0.0
    return float(np.corrcoef(a, b)[0, 1])


def summary(utterances, answer):
    """Measures over all utterances together, by name."""
    answers = [heard(answer, utterance) for utterance in utterances]
    references = [articulation.movement(each.numbers) for each in answers]
    openings = [commanded(each) for each in answers]
    wanted = [articulation.lip_opening(reference) for reference in references]
    measures = {}
    for name, value in (("open", OPEN), ("width", WIDTH), ("round", ROUND), ("press", PRESS), ("tuck", TUCK)):
        measures["r_" + name] = correlation(
            np.concatenate([each.mouth[:, value] for each in answers]),
            np.concatenate([reference[:, value] for reference in references]),
        )
    measures["r_opening"] = correlation(np.concatenate(openings), np.concatenate(wanted))
    lags = {lag: _lagged(openings, wanted, lag) for lag in range(-MOST_LAG, MOST_LAG + 1)}
    measures["lag_ms"] = 10 * max(lags, key=lags.get)
    measures["r_shifted_300_ms"] = lags[MOST_LAG]
    turned = openings[1:] + openings[:1]
    pairs = [(a[: min(len(a), len(b))], b[: min(len(a), len(b))]) for a, b in zip(turned, wanted)]
    measures["r_another"] = correlation(np.concatenate([a for a, _ in pairs]), np.concatenate([b for _, b in pairs]))
    measures["bilabials_closed"] = _share(
        [_reaches(each.numbers, "PP", opening, np.min) < CLOSED for each, opening in zip(answers, openings)]
    )
    measures["tucks_made"] = _share(
        [_reaches(each.numbers, "FF", each.mouth[:, TUCK], np.max) > 0.5 for each in answers]
    )
    measures["rounds_made"] = _share(
        [_reaches(each.numbers, "ou", each.mouth[:, ROUND], np.max) > 0.4 for each in answers]
    )
    measures["silence_closed"] = _share(
        [opening[silent(each.numbers)] < CLOSED / 2 for each, opening in zip(answers, openings)]
    )
    vowels = [opening[np.isin(each.numbers, [NUMBER["aa"], NUMBER["E"]])] for each, opening in zip(answers, openings)]
    measures["vowels_open"] = float(np.mean(np.concatenate(vowels)))
    return measures


def silent(numbers):
    """Frames of silence that are no closer than a tenth of a second to speech."""
    spoken = (numbers != NUMBER[SILENCE]).astype(int)
    near = np.convolve(spoken, np.ones(2 * SPEECH_AROUND + 1, int), "same")
    return near == 0


def _lagged(openings, wanted, lag):
    """Correlation when what was commanded came lag frames earlier: positive where it lags behind."""
    pairs = [
        (opening[max(0, lag) : len(opening) + min(0, lag)], want[max(0, -lag) : len(want) - max(0, lag)])
        for opening, want in zip(openings, wanted)
        if len(want) > 2 * MOST_LAG
    ]
    if not pairs:
        return 0.0
    return correlation(np.concatenate([a for a, _ in pairs]), np.concatenate([b for _, b in pairs]))


def _reaches(numbers, shape, values, extreme):
    """The extreme value in each phone of a shape, two frames either side included."""
    marked = np.concatenate([[0], (numbers == NUMBER[shape]).astype(int), [0]])
    starts, ends = np.flatnonzero(np.diff(marked) == 1), np.flatnonzero(np.diff(marked) == -1)
    return np.array([extreme(values[max(0, start - 2) : end + 2]) for start, end in zip(starts, ends)])


def _share(flags):
    flags = np.concatenate([np.asarray(each, float) for each in flags if len(each)] or [np.zeros(0)])
    return float(flags.mean()) if len(flags) else float("nan")


def line(measures):
    return " ".join(f"{name}={value:.2f}" if name != "lag_ms" else f"lag_ms={value}" for name, value in measures.items())
