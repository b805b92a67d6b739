"""How likely the sounds of English are at each frame, by an acoustic model of much real speech.

Debian's pocketsphinx-en-us is a semi-continuous hidden Markov model; of its states, those without
context are taken, with their Gaussians merged to a few, and of its three streams cepstra and their slope,
without the curvature, which adds little. Its cepstra are a linear map of what the network hears already,
found by least squares, so that all of it is a few products of matrices.
"""

import struct

import numpy as np
import scipy.fft
import torch
from torch import nn

from . import articulation, hearing, phones
from .hearing import BANDS, HOP, RATE

MODEL = "/usr/share/pocketsphinx/model/en-us/en-us"
PHONES, STATES_A_PHONE, STORED_STREAMS, GAUSSIANS, ALL_STATES, CEPSTRA = 42, 3, 3, 128, 5126, 13
STATES = PHONES * STATES_A_PHONE
STREAMS = 2
KEPT = 16
# Frames that the slope looks back and ahead.
REACH = 2
# Least variance, as the decoder has it; the natural logarithm of a step of the stored weights.
LEAST_VARIANCE = 1e-4
WEIGHT_STEP = 1024 * np.log(1.0001)
# The model's phones in their order; the first two are noises.
NAMES = (
    "NOISE SPOKEN AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH SIL T TH UH UW V W Y Z ZH"
).split()
# The streams are less independent than their product says.
CONFIDENCE = 0.7
# What is expected of the mouth; what closes the lips is too short for it.
EXPECTED = (articulation.OPEN, articulation.WIDTH, articulation.ROUND)
# A state that is e^12 times less likely than its rivals is as unlikely as any; brought to -2 to 1.
UNLIKELIEST, UNIT = -12.0, 4.0

_FILTERS, _LOWEST, _HIGHEST, _PREEMPHASIS, _WINDOW, _LIFTER = 25, 130, 6800, 0.97, 410, 22
# Frames at the start of a recording while the running levels find the voice.
_SETTLING = 20


class AcousticModel(nn.Module):
    """[batch, 192, frames] of what is heard to [batch, 126, frames - 4]; has nothing to learn."""

    def __init__(self):
        super().__init__()
        self.register_buffer("cepstra", torch.zeros(CEPSTRA, BANDS, 1))
        self.register_buffer("mean", torch.zeros(CEPSTRA))
        self.register_buffer("forms", torch.zeros(STREAMS, PHONES * KEPT, 2 * CEPSTRA, 1))
        self.register_buffer("offsets", torch.zeros(STREAMS, PHONES * KEPT))
        self.register_buffer("mixtures", torch.ones(STREAMS, STATES, KEPT, 1))

    def forward(self, heard):
        cepstra = nn.functional.conv1d(heard[:, BANDS : 2 * BANDS], self.cepstra, self.mean)
        frames = cepstra.shape[2] - 2 * REACH
        slope = cepstra[:, :, 2 * REACH :] - cepstra[:, :, :frames]
        streams = (cepstra[:, :, REACH : REACH + frames], slope)
        likelihood = 0
        for number, stream in enumerate(streams):
            each = nn.functional.conv1d(
                torch.cat([stream, stream * stream], 1), self.forms[number], self.offsets[number]
            ).reshape(-1, PHONES, KEPT, frames)
            best = each.max(2, keepdim=True)[0]
            shares = torch.exp(each - best).reshape(-1, PHONES * KEPT, frames)
            mixed = nn.functional.conv1d(shares, self.mixtures[number], groups=PHONES)
            mixed = torch.log(mixed + 1e-20).reshape(-1, PHONES, STATES_A_PHONE, frames) + best
            likelihood = likelihood + mixed.reshape(-1, STATES, frames)
        return torch.clamp(torch.log_softmax(likelihood, 1), UNLIKELIEST, 0) / UNIT + 1


class ExpectedMouth(nn.Module):
    """Opening, width and roundness that the states ask for by their shapes' targets alone, [batch, 3,
    frames - 24] of states [batch, 126, frames]: what articulation.movement makes of one shape a frame,
    of as many as may be meant."""

    def __init__(self):
        super().__init__()
        shapes = [phones.NUMBER[_shape(state)] for state in range(STATES)]
        dominance = articulation.DOMINANCE[shapes]
        asked = dominance * articulation.TARGETS[shapes][:, list(EXPECTED)].T
        self.register_buffer("asked", torch.from_numpy(np.vstack([asked, dominance]))[:, :, None])
        bell = torch.from_numpy(articulation.bell(articulation.SLOW))
        self.register_buffer("bell", bell[None, None].repeat(len(EXPECTED) + 1, 1, 1))

    def forward(self, states):
        shares = torch.softmax(CONFIDENCE * UNIT * states, 1)
        asked = nn.functional.conv1d(nn.functional.conv1d(shares, self.asked), self.bell, groups=len(EXPECTED) + 1)
        return asked[:, : len(EXPECTED)] / asked[:, len(EXPECTED) :]


def _shape(state):
    """Of one of the model's states; the last one of a diphthong is its second vowel."""
    first, *second = phones.of_arpabet(NAMES[state // STATES_A_PHONE]).split("+")
    return second[0] if second and state % STATES_A_PHONE == STATES_A_PHONE - 1 else first


def made(utterances):
    """The model, its cepstra fitted to recordings."""
    model = AcousticModel()
    cepstra, mean = _fitted(utterances)
    model.cepstra.copy_(torch.from_numpy(cepstra)[:, :, None])
    model.mean.copy_(torch.from_numpy(mean))
    means, variances, weights = _gaussians("means"), _gaussians("variances"), _weights()
    variances = np.maximum(variances, LEAST_VARIANCE)
    for stream in range(STREAMS):
        shares = weights[stream] / weights[stream].sum(0)
        for phone in range(PHONES):
            mean, variance, share = _merged(means[phone, stream], variances[phone, stream], shares[:, phone])
            rows = slice(phone * KEPT, (phone + 1) * KEPT)
            forms = np.concatenate([mean / variance, -0.5 / variance], 1)
            offsets = -0.5 * (mean**2 / variance + np.log(2 * np.pi * variance)).sum(1)
            model.forms[stream, rows, :, 0] = torch.from_numpy(forms)
            model.offsets[stream, rows] = torch.from_numpy(offsets)
            states = slice(phone * STATES_A_PHONE, (phone + 1) * STATES_A_PHONE)
            model.mixtures[stream, states, :, 0] = torch.from_numpy(share.T.copy())
    return model.eval()


def _merged(means, variances, shares):
    """So few Gaussians as are kept: always those two become one that are told apart least (Runnalls, 2007)."""
    means, variances, shares = (values.astype(np.float64) for values in (means, variances, shares))
    weight = shares.mean(1) + 1e-9

    def merged(one):
        sum_of_weights = weight[one] + weight
        own, other = weight[one] / sum_of_weights, (weight / sum_of_weights)[:, None]
        mean = own[:, None] * means[one] + other * means
        spread = own[:, None] * (variances[one] + (means[one] - mean) ** 2)
        return mean, spread + other * (variances + (means - mean) ** 2)

    def costs(one):
        spread = (weight[one] + weight) * np.log(merged(one)[1]).sum(1)
        cost = spread - weight[one] * np.log(variances[one]).sum() - weight * np.log(variances).sum(1)
        cost[one] = np.inf
        return cost

    cost = np.stack([costs(one) for one in range(len(means))])
    there = np.ones(len(means), bool)
    for _ in range(len(means) - KEPT):
        one, other = divmod(int(cost.argmin()), len(means))
        mean, variance = merged(one)
        means[one], variances[one] = mean[other], variance[other]
        shares[one] += shares[other]
        weight[one] += weight[other]
        there[other] = False
        cost[one] = np.where(there, costs(one), np.inf)
        cost[:, one] = cost[one]
        cost[other] = cost[:, other] = np.inf
    return means[there], variances[there], shares[there]


def _fitted(utterances):
    """Weights [13, 64] and offset [13] from the plane without the voice's colour to normalised cepstra."""
    product, answer = np.zeros((BANDS + 1, BANDS + 1)), np.zeros((BANDS + 1, CEPSTRA))
    for utterance in utterances:
        mels = hearing.log_mels(utterance.samples / 32768.0)
        plane = hearing.heard(mels[None])[0][BANDS : 2 * BANDS].T[_SETTLING:]
        given = np.column_stack([plane, np.ones(len(plane))]).astype(np.float64)
        wanted = _cepstra(utterance.samples)
        wanted = (wanted - wanted.mean(0))[_SETTLING:]
        product += given.T @ given
        answer += given.T @ wanted
    weights = np.linalg.solve(product + 0.1 * np.eye(BANDS + 1), answer).astype(np.float32)
    return np.ascontiguousarray(weights[:BANDS].T), weights[BANDS]


def _cepstra(samples):
    """[frames, 13] as the decoder has them, but centred on the network's frames."""
    samples = samples.astype(np.float32)
    # Half a bit of noise: what is digitally silent has no logarithm.
    samples = samples + np.random.default_rng(0).uniform(-0.5, 0.5, len(samples)).astype(np.float32)
    samples = np.append(samples[:1], samples[1:] - _PREEMPHASIS * samples[:-1])
    frames = len(samples) // HOP
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(samples, _WINDOW // 2), _WINDOW)
    power = np.abs(scipy.fft.rfft(windows[: frames * HOP : HOP] * np.hamming(_WINDOW), 512)) ** 2
    orders, bands = np.arange(CEPSTRA)[:, None], np.arange(_FILTERS)
    cosines = np.cos(np.pi * orders * (bands + 0.5) / _FILTERS) * np.sqrt(2 / _FILTERS)
    cosines[0] *= np.sqrt(0.5)
    lift = 1 + _LIFTER / 2 * np.sin(np.pi * np.arange(CEPSTRA) / _LIFTER)
    return np.log(power @ _mel_filters().T + 1e-10) @ cosines.T * lift


def _mel_filters():
    """Triangles of one area between corners that are whole bins."""
    corners = np.round(hearing.mel_corners(_LOWEST, _HIGHEST, _FILTERS) * 512 / RATE)
    return hearing.triangles(corners, np.arange(257)) / (corners[2:] - corners[:-2])[:, None]


def _gaussians(name):
    """[phones, streams, Gaussians, 13] of a parameter file of Sphinx 3."""
    with open(f"{MODEL}/{name}", "rb") as file:
        content = file.read()
    body = content[content.index(b"endhdr\n") + len(b"endhdr\n") + 4 :]
    shape = (PHONES, STORED_STREAMS, GAUSSIANS, CEPSTRA)
    counts = struct.unpack("<7i", body[:28])
    if counts != (*shape[:3], *[CEPSTRA] * STORED_STREAMS, np.prod(shape)):
        raise ValueError(f"{MODEL}/{name} has shape {counts}")
    return np.frombuffer(body, "<f4", counts[-1], 28).reshape(shape)


def _weights():
    """[streams, Gaussians, phones, states] of the states without context, which come first."""
    with open(f"{MODEL}/sendump", "rb") as file:
        content = file.read()
    steps = np.frombuffer(content[-STORED_STREAMS * GAUSSIANS * ALL_STATES :], np.uint8)
    steps = steps.reshape(STORED_STREAMS, GAUSSIANS, ALL_STATES)[:, :, :STATES].astype(np.float32)
    return np.exp(-WEIGHT_STEP * steps).reshape(STORED_STREAMS, GAUSSIANS, PHONES, STATES_A_PHONE)
