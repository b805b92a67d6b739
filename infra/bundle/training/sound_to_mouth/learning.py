"""Trains the network. The same seed, data and thread count give the same weights.

A process of its own makes blocks of scenes ahead of the training; which blocks a step draws from depends
on the step alone, never on who was faster.
"""

import multiprocessing
import time

import numpy as np
import torch
from torch import nn

from . import acoustic, articulation, hearing, network
from .phones import NUMBER, SHAPES
from .scenes import Scenes

BATCH = 8
SCENES_A_BLOCK = 64
STEPS_A_BLOCK = 40
BLOCKS_AT_ONCE = 24
RATE = 2e-3
# One in so many utterances tells how the acoustic model's cepstra come from what is heard.
FITTED_EVERY = 12

# Shares of the speech: real speech is what counts, synthetic speech has the exact times.
SHARES = {
    "espeak": 0.24, "flite": 0.14, "prompt": 0.37, "read/ru": 0.18, "syllable": 0.03, "small": 0.04,
}  # fmt: skip

VALUE_WEIGHTS = torch.tensor([1.0, 0.7, 0.7, 1.5, 1.2, 0.3])[None, :, None]
MOVEMENT_WEIGHT = 14
CLOSED_LIPS_WEIGHT = 8
CLASS_WEIGHTS = torch.tensor([{"PP": 3.0, "FF": 2.0}.get(shape, 1.0) for shape in SHAPES])


def _make_blocks(utterances, model, seed, count, queue):
    torch.set_num_threads(1)
    scenes = Scenes(utterances, {key: share for key, share in SHARES.items()})
    for number in range(count):
        block = scenes.block(np.random.default_rng([seed, number]), SCENES_A_BLOCK)
        with torch.no_grad():
            states = [model(torch.from_numpy(padded(heard.astype(np.float32))[None]))[0] for heard in block.heard]
        queue.put((block, torch.stack(states).numpy().astype(np.float16)))


def train(utterances, seed, steps, report=lambda step, model: None, report_every=400, start=None):
    """The trained network, in evaluation mode. start: weights to go on from."""
    torch.manual_seed(seed)
    generator = np.random.default_rng(seed)
    model = network.SoundToMouth()
    if start is None:
        model.acoustic.load_state_dict(acoustic.made(utterances[::FITTED_EVERY]).state_dict())
    else:
        model.load_state_dict(start)
    print(sum(parameter.numel() for parameter in model.parameters()), "weights", flush=True)
    optimizer = torch.optim.AdamW(model.parameters(), RATE, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, steps, pct_start=0.15)
    queue = multiprocessing.Queue(3)
    count = steps // STEPS_A_BLOCK + 5
    maker = multiprocessing.Process(target=_make_blocks, args=(utterances, model.acoustic, seed, count, queue), daemon=True)
    maker.start()
    blocks = [queue.get() for _ in range(4)]
    started, mean_loss = time.time(), 0.0
    for step in range(1, steps + 1):
        if step % STEPS_A_BLOCK == 0:
            blocks = (blocks + [queue.get()])[-BLOCKS_AT_ONCE:]
        model.train()
        loss = _loss(model, *_batch(blocks, generator))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5)
        optimizer.step()
        schedule.step()
        mean_loss += loss.item()
        if step % report_every == 0 or step == steps:
            print(f"step {step} loss {mean_loss / report_every:.3f} after {time.time() - started:.0f} s", flush=True)
            mean_loss = 0.0
            report(step, model.eval())
    maker.terminate()
    return model.eval()


def _batch(blocks, generator):
    heard, states, numbers = [], [], []
    for _ in range(BATCH):
        block, block_states = blocks[generator.integers(len(blocks))]
        scene = generator.integers(len(block.numbers))
        heard.append(padded(block.heard[scene].astype(np.float32)))
        states.append(block_states[scene].astype(np.float32))
        numbers.append(block.numbers[scene])
    heard = torch.from_numpy(np.stack(heard))
    for scene in heard:
        if generator.random() < 0.5:  # some bands are missing
            first, width = generator.integers(0, hearing.BANDS - 10), generator.integers(1, 10)
            for plane in range(hearing.PLANES):
                scene[plane * hearing.BANDS + first : plane * hearing.BANDS + first + width] = 0
    return heard, torch.from_numpy(np.stack(states)), np.stack(numbers)


def padded(heard):
    """Before a recording and after it there is nothing to hear."""
    return np.pad(heard, ((0, 0), (network.BEFORE, network.AHEAD)), constant_values=hearing.LOWEST)


def _loss(model, heard, states, numbers):
    movement = torch.from_numpy(np.stack([articulation.movement(row).T for row in numbers]))
    numbers = torch.from_numpy(numbers).long()
    shapes, mouth = model(heard, states)
    classes = nn.functional.cross_entropy(shapes, numbers, weight=CLASS_WEIGHTS, label_smoothing=0.05)
    weights = VALUE_WEIGHTS.repeat(len(numbers), 1, numbers.shape[1])
    closed = numbers == NUMBER["PP"]
    weights[:, articulation.PRESS] *= 1 + (CLOSED_LIPS_WEIGHT - 1) * closed
    return classes + MOVEMENT_WEIGHT * (weights * (mouth - movement) ** 2).mean()


def mouth(model, samples):
    """Probabilities of the shapes [frames, 17] and mouth [frames, 6] of a whole recording in [-1, 1]."""
    heard = hearing.heard(hearing.log_mels(samples)[None])[0].astype(np.float32)
    with torch.no_grad():
        shapes, values = model(torch.from_numpy(padded(heard)[None]))
    return torch.softmax(shapes[0], 0).numpy().T, values[0].numpy().T
