package io.lipstream.plan;

import io.lipstream.engine.Precision;
import java.nio.file.Path;

/** Compiles a graph with fixed shapes for the GPU at hand. */
interface PlanBuilder {
  /**
   * Version of the TensorRT that compiles, such as 8.6.1.
   *
   * @throws io.lipstream.error.LipstreamException CONFIGURATION_INVALID if there is none
   */
  String libraryVersion();

  /**
   * Compiles.
   *
   * @param onnx file to read
   * @param plan file to write
   * @throws io.lipstream.inference.OutOfDeviceMemory if the GPU's memory does not do for it
   * @throws io.lipstream.error.LipstreamException ENGINE_FAILED
   */
  void build(Path onnx, Path plan, Precision precision);
}
