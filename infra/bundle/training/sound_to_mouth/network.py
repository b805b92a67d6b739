"""The network: convolutions over time that see some tenths of a second back and a bounded time ahead.

They hear the sound, and what an acoustic model of real speech makes of it.
"""

import torch
from torch import nn

from . import acoustic, articulation
from .articulation import VALUES
from .hearing import BANDS, PLANES
from .phones import SHAPES

CHANNELS = 128
# Share of a block's inner values that a training step goes without.
DROPPED = 0.1
# Distance between a block's three taps, and whether the middle one is now (else the last is).
BLOCKS = [(1, True), (2, True), (4, True), (1, True), (2, True), (4, False), (8, False)]
FIRST_REACH = 2
# How much of opening, width and roundness is what the acoustic model expects, once the rest was taught.
# The two err in ways of their own: on speakers that neither was taught with, their mean is better than each.
EXPECTED_SHARE = 0.2
# What a shape has at least of the mean, whose logarithm the product takes for a logit.
LEAST_SHARE = 1e-6
AHEAD = acoustic.REACH + FIRST_REACH + sum(distance for distance, centred in BLOCKS if centred)
BEFORE = acoustic.REACH + FIRST_REACH + sum(distance if centred else 2 * distance for distance, centred in BLOCKS)


def convolved(rows, convolution):
    """What the convolution gives, of [batch, frames, channels] and by one product of matrices: on a
    processor, training goes twice as fast so."""
    weight = convolution.weight
    outputs, _, taps = weight.shape
    distance = convolution.dilation[0]
    count = rows.shape[1] - (taps - 1) * distance
    around = [rows[:, tap * distance : tap * distance + count] for tap in range(taps)]
    return nn.functional.linear(
        torch.cat(around, 2) if taps > 1 else rows,
        weight.permute(0, 2, 1).reshape(outputs, -1),
        convolution.bias,
    )


class Block(nn.Module):
    """Adds to what it is given; its output is shorter by what it sees around."""

    def __init__(self, channels, distance, centred):
        super().__init__()
        self._before = distance if centred else 2 * distance
        self._ahead = distance if centred else 0
        self.taps = nn.Conv1d(channels, channels, 3, dilation=distance)
        self.normalisation = nn.BatchNorm1d(channels)
        self.mixing = nn.Conv1d(channels, channels, 1)

    def forward(self, values):
        change = self.mixing(torch.relu(self.normalisation(self.taps(values))))
        return values[:, :, self._before : values.shape[2] - self._ahead] + change

    def learn(self, rows):
        change = convolved(rows, self.taps)
        change = self.normalisation(change.reshape(-1, change.shape[2])).reshape(change.shape)
        change = convolved(nn.functional.dropout(torch.relu(change), DROPPED), self.mixing)
        return rows[:, self._before : rows.shape[1] - self._ahead] + change


class SoundToMouth(nn.Module):
    """[batch, 192, frames] to shapes [batch, 17, n] (logits) and mouth [batch, 6, n], n = frames - AHEAD - BEFORE.

    What the acoustic model makes of it may be given, since it has nothing to learn.
    """

    def __init__(self, channels=CHANNELS):
        super().__init__()
        self.acoustic = acoustic.AcousticModel()
        self.expected = acoustic.ExpectedMouth()
        self.first = nn.Conv1d(PLANES * BANDS + acoustic.STATES, channels, 2 * FIRST_REACH + 1)
        self.blocks = nn.Sequential(*(Block(channels, *block) for block in BLOCKS))
        self.last = nn.Conv1d(channels, len(SHAPES) + len(VALUES), 1)

    def forward(self, heard, states=None):
        if states is None:
            states = self.acoustic(heard)
        heard = torch.cat([heard[:, :, acoustic.REACH : heard.shape[2] - acoustic.REACH], states], 1)
        if self.training:
            answer = self._learn(heard)
        else:
            answer = self.last(torch.relu(self.blocks(torch.relu(self.first(heard)))))
        shapes, mouth = answer[:, : len(SHAPES)], torch.sigmoid(answer[:, len(SHAPES) :])
        if self.training:
            return shapes, mouth
        reach = acoustic.REACH + articulation.REACH
        expected = self.expected(states[:, :, BEFORE - reach : states.shape[2] - (AHEAD - reach)])
        own, others = mouth[:, : expected.shape[1]], mouth[:, expected.shape[1] :]
        return shapes, torch.cat([own + EXPECTED_SHARE * (expected - own), others], 1)

    def _learn(self, heard):
        rows = torch.relu(convolved(heard.transpose(1, 2), self.first))
        for block in self.blocks:
            rows = block.learn(rows)
        return convolved(torch.relu(rows), self.last).transpose(1, 2)


class MeanOfNetworks(nn.Module):
    """What several networks make of a sound, in the mean: they err in ways of their own. Not for training."""

    def __init__(self, networks):
        super().__init__()
        self.networks = nn.ModuleList(networks)

    def forward(self, heard):
        answers = [network(heard) for network in self.networks]
        share = 1 / len(answers)
        shapes = sum(torch.softmax(shapes, 1) for shapes, _ in answers)
        return torch.log(share * shapes + LEAST_SHARE), share * sum(mouth for _, mouth in answers)


def read(path):
    """What a training wrote, in evaluation mode: weights of a network, or of several."""
    weights = torch.load(path)
    several = sorted({name.split(".")[1] for name in weights if name.startswith("networks.")}, key=int)
    if not several:
        model = SoundToMouth(len(weights["first.bias"]))
    else:
        model = MeanOfNetworks([SoundToMouth(len(weights[f"networks.{number}.first.bias"])) for number in several])
    model.load_state_dict(weights)
    return model.eval()
