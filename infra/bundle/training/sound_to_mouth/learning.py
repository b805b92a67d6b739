"""Trains the network. The same seed, data and thread count give the same weights.

A process of its own makes blocks of scenes ahead of the training; which blocks a step draws from depends
on the step alone, never on who was faster.
"""

import math
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
# Of all steps: the rate rises, falls along a cosine to a share of itself, and stays there while the weights
# are averaged. What they share is less of the speakers that were taught with than what each of them is.
WARMING, AVERAGED, LAST_RATE = 0.1, 0.35, 0.2
SETTLING_STEPS = 60
# One in so many utterances tells how the acoustic model's cepstra come from what is heard.
FITTED_EVERY = 12

# Shares of the speech: real speech is what counts, synthetic speech has the exact times.
SHARES = {
    "espeak": 0.22, "flite": 0.14, "prompt/en": 0.17, "prompt": 0.25, "read/ru": 0.16, "syllable": 0.02, "small": 0.04,
}  # fmt: skip

VALUE_WEIGHTS = torch.tensor([1.0, 0.7, 0.7, 1.5, 1.2, 0.3])[None, :, None]
MOVEMENT_WEIGHT = 14
# Of the lips' opening, which jaw and pressed lips make together, beside the values it is made of.
LIPS_WEIGHT = 0.3
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


def train(utterances, seed, steps, report=lambda step, model: None, report_every=600):
    """The trained network, in evaluation mode."""
    torch.manual_seed(seed)
    generator = np.random.default_rng(seed)
    model = network.SoundToMouth()
    model.acoustic.load_state_dict(acoustic.made(utterances[::FITTED_EVERY]).state_dict())
    print(sum(parameter.numel() for parameter in model.parameters()), "weights", flush=True)
    optimizer = torch.optim.AdamW(model.parameters(), RATE, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: _rate((step + 1) / steps))
    averaged = torch.optim.swa_utils.AveragedModel(model)
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
        if step > (1 - AVERAGED) * steps:
            averaged.update_parameters(model)
        mean_loss += loss.item()
        if step % report_every == 0 or step == steps:
            print(f"step {step} loss {mean_loss / report_every:.3f} after {time.time() - started:.0f} s", flush=True)
            mean_loss = 0.0
            report(step, model.eval())
    _settle(averaged.module, blocks, generator)
    maker.terminate()
    return averaged.module.eval()


def _rate(done):
    """Share of the highest rate when so much of the training is done."""
    if done < WARMING:
        return done / WARMING
    falling = min(1, (done - WARMING) / (1 - AVERAGED - WARMING))
    return LAST_RATE + (1 - LAST_RATE) * 0.5 * (1 + math.cos(math.pi * falling))


def _settle(model, blocks, generator):
    """Measures anew what the averaged weights' normalisations subtract and divide by."""
    for block in model.blocks:
        block.normalisation.reset_running_stats()
        block.normalisation.momentum = None
    model.train()
    with torch.no_grad():
        for _ in range(SETTLING_STEPS):
            heard, states, _ = _batch(blocks, generator)
            model(heard, states)


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
    differences = (weights * (mouth - movement) ** 2).mean()
    lips = (articulation.lip_opening(mouth) - articulation.lip_opening(movement)) ** 2
    return classes + MOVEMENT_WEIGHT * (differences + LIPS_WEIGHT * lips.mean())


def mouth(model, samples):
    """Probabilities of the shapes [frames, 17] and mouth [frames, 6] of a whole recording in [-1, 1]."""
    heard = hearing.heard(hearing.log_mels(samples)[None])[0].astype(np.float32)
    with torch.no_grad():
        shapes, values = model(torch.from_numpy(padded(heard)[None]))
    return torch.softmax(shapes[0], 0).numpy().T, values[0].numpy().T
