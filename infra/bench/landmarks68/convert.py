"""Converts the 68-point landmark network of @vladmandic/face-api to ONNX: convert.py MODEL_FOLDER OUTPUT.onnx

The package has the weights as bytes with a scale and a least value each, and the network as source text
(FaceFeatureExtractor, denseBlock4, FaceLandmark68NetBase): four blocks of four convolutions, each of which takes
the sum of all before it in its block, then the mean of what is left and one matrix. Weights stay bytes here too.
The input is R, G, B from 0 to 255, [1, 3, 112, 112]; the output x and y in turn, shares of the square, [1, 136].
"""

import json
import os
import sys

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

SIDE = 112
MEAN = [122.782, 117.001, 104.298]
BLOCKS = 4
LAYERS = 4
OPSET = 14


class Graph:
    """Nodes and weights as they are added; names count from 0, so that the same weights give the same bytes."""

    def __init__(self, weights):
        self.weights = weights
        self.nodes = []
        self.constants = []

    def node(self, operation, inputs, output=None, **attributes):
        output = output or f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(operation, inputs, [output], **attributes))
        return output

    def constant(self, name, values):
        self.constants.append(numpy_helper.from_array(values, name))
        return name

    def weight(self, name, axes=None, shape=None):
        """A weight as the graph takes it; where its zero is a byte, it stays bytes."""
        values, scale, least = self.weights[name]
        if axes is not None:
            values = numpy.ascontiguousarray(values.transpose(axes))
        if shape is not None:
            values = values.reshape(shape)
        zero = -least / scale
        if not (0 <= round(zero) <= 255 and abs(zero - round(zero)) < 1e-6):
            return self.constant(name, (values * scale + least).astype(numpy.float32))
        return self.node(
            "DequantizeLinear",
            [
                self.constant(name, values),
                self.constant(name + "/scale", numpy.float32(scale)),
                self.constant(name + "/zero", numpy.uint8(round(zero))),
            ],
        )

    def convolution(self, value, name, stride):
        # As TensorFlow pads "same": of an even picture in steps of two, only at the bottom and at the right.
        pads = [0, 0, 1, 1] if stride == 2 else [1, 1, 1, 1]
        placing = {"kernel_shape": [3, 3], "strides": [stride, stride], "pads": pads}
        bias = self.weight(name + "/bias")
        if name + "/filters" in self.weights:
            filters = self.weight(name + "/filters", (3, 2, 0, 1))
            return self.node("Conv", [value, filters, bias], **placing)
        depthwise = self.weight(name + "/depthwise_filter", (2, 3, 0, 1))
        channels = self.weights[name + "/depthwise_filter"][0].shape[2]
        value = self.node("Conv", [value, depthwise], group=channels, **placing)
        pointwise = self.weight(name + "/pointwise_filter", (3, 2, 0, 1))
        return self.node("Conv", [value, pointwise, bias], kernel_shape=[1, 1])

    def block(self, value, name):
        total = self.node("Relu", [self.convolution(value, f"{name}/conv0", 2)])
        value = total
        for layer in range(1, LAYERS):
            total = self.node("Add", [total, self.convolution(value, f"{name}/conv{layer}", 1)])
            value = self.node("Relu", [total])
        return value


def read(folder):
    """Name of each weight to its bytes, their step and the value of byte 0."""
    with open(os.path.join(folder, "face_landmark_68_model-weights_manifest.json")) as file:
        (group,) = json.load(file)
    (path,) = group["paths"]
    data = numpy.fromfile(os.path.join(folder, path), numpy.uint8)
    weights = {}
    at = 0
    for weight in group["weights"]:
        quantised = weight["quantization"]
        size = int(numpy.prod(weight["shape"]))
        values = data[at : at + size].reshape(weight["shape"])
        weights[weight["name"]] = values, quantised["scale"], quantised["min"]
        at += size
    if at != len(data):
        raise SystemExit(f"{path} has {len(data)} bytes, its manifest names {at}")
    return weights


def convert(folder):
    graph = Graph(read(folder))
    mean = graph.constant("mean", numpy.array(MEAN, numpy.float32).reshape(1, 3, 1, 1))
    white = graph.constant("white", numpy.float32(255))
    value = graph.node("Div", [graph.node("Sub", ["input", mean]), white])
    for block in range(BLOCKS):
        value = graph.block(value, f"dense{block}")
    value = graph.node("AveragePool", [value], kernel_shape=[7, 7], strides=[2, 2])
    value = graph.node("Flatten", [value])
    graph.node("Gemm", [value, graph.weight("fc/weights"), graph.weight("fc/bias")], "landmarks")
    whole = helper.make_graph(
        graph.nodes,
        "face_landmark_68",
        [helper.make_tensor_value_info("input", TensorProto.FLOAT, [1, 3, SIDE, SIDE])],
        [helper.make_tensor_value_info("landmarks", TensorProto.FLOAT, [1, 136])],
        graph.constants,
    )
    model = helper.make_model(whole, producer_name="lipstream", opset_imports=[helper.make_opsetid("", OPSET)])
    model.ir_version = 8
    onnx.checker.check_model(model)
    return model.SerializeToString()


if __name__ == "__main__":
    with open(sys.argv[2], "wb") as output:
        output.write(convert(sys.argv[1]))
