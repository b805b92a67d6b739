package io.lipstream.engine;

import io.lipstream.bundle.Bundle;
import io.lipstream.inference.Network;
import java.util.OptionalLong;

/**
 * NVIDIA TensorRT 8 on a GPU, through DJL. TensorRT plans have fixed shapes, so that a network
 * compiles one plan for each set of input shapes that it meets.
 */
final class TensorRtEngine implements Engine {
  static final String DJL_NAME = "TensorRT";

  private final int gpu;
  private final Precision precision;

  TensorRtEngine(int gpu, Precision precision) {
    this.gpu = gpu;
    this.precision = precision;
  }

  @Override
  public String name() {
    return new EngineChoice(EngineChoice.Kind.TENSORRT, gpu).name(precision);
  }

  @Override
  public boolean hasGraphicsProcessor() {
    return true;
  }

  @Override
  public OptionalLong deviceMemory() {
    return FoundMachine.usedBytes(gpu);
  }

  @Override
  public Network open(Bundle bundle, String graph) {
    return new TensorRtNetwork(gpu, graph, bundle.graph(graph));
  }
}
