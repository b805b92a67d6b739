"""Writes the network as ONNX with fixed shapes, for one window of the product."""

import torch

from . import hearing, network

WINDOW = 252
OPSET = 14


def write(model, path):
    example = torch.zeros(1, hearing.PLANES * hearing.BANDS, WINDOW)
    torch.onnx.export(
        model.eval(), example, path, input_names=["heard"], output_names=["shapes", "mouth"], opset_version=OPSET
    )
