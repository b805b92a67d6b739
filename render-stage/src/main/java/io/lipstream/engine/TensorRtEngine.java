package io.lipstream.engine;

import io.lipstream.bundle.Bundle;
import io.lipstream.inference.Network;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * NVIDIA TensorRT 8 on a GPU, through DJL. Its plans have fixed shapes. A worker runs plans that
 * were built before; without a source of plans, as in benchmarks, a network compiles one for each
 * set of input shapes that it meets.
 */
final class TensorRtEngine implements Engine {
  static final String DJL_NAME = "TensorRT";

  private final int gpu;
  private final Precision precision;
  private final Optional<Plans> plans;

  TensorRtEngine(int gpu, Precision precision, Optional<Plans> plans) {
    this.gpu = gpu;
    this.precision = precision;
    this.plans = plans;
  }

  /** Version of the libraries that DJL has loaded, such as 8.6.1. */
  static String libraryVersion() {
    return ai.djl.engine.Engine.getEngine(DJL_NAME).getVersion();
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
  public boolean hasFixedShapes() {
    return plans.isPresent();
  }

  @Override
  public OptionalLong deviceMemory() {
    return FoundMachine.usedBytes(gpu);
  }

  @Override
  public OptionalLong freeDeviceMemory() {
    return FoundMachine.freeBytes(gpu);
  }

  @Override
  public void requirePlans(Bundle bundle, String graph, List<InputShapes> shapes) {
    plans.ifPresent(source -> source.requireAll(bundle.digest(), graph, shapes));
  }

  @Override
  public Network open(Bundle bundle, String graph) {
    return new TensorRtNetwork(gpu, bundle, graph, plans);
  }
}
