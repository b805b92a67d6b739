package io.lipstream.rendering;

import io.lipstream.batching.Batch;
import io.lipstream.batching.BatchEngine;
import io.lipstream.inference.Network;
import io.lipstream.inference.Tensor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * The bundle's renderer graph, one portrait a run. A batch that its items do not fill is filled up
 * with the last of them, so that every run has a size that there is a plan for. The graph is what
 * every other way of rendering is measured against.
 */
final class GraphEngine implements BatchEngine<FrameItem, Map<String, Tensor>, FrameBatch> {
  private final Network network;
  private final Supplier<OptionalLong> deviceMemory;

  /**
   * @param deviceMemory bytes in use on the device, where it tells
   */
  GraphEngine(Network network, Supplier<OptionalLong> deviceMemory) {
    this.network = network;
    this.deviceMemory = deviceMemory;
  }

  @Override
  public Map<String, Tensor> pack(Batch<FrameItem> batch) {
    List<FrameItem> items = batch.items();
    int size = batch.size();
    float[] face = new float[size * FaceCoefficient.COUNT];
    float[] head = new float[size * HeadSway.VALUES];
    for (int i = 0; i < size; i++) {
      items.get(Math.min(i, items.size() - 1)).write(face, head, i);
    }
    Map<String, Tensor> inputs = new HashMap<>(items.get(0).scene().maps().tensors());
    inputs.put("face", Tensor.of(face, size, FaceCoefficient.COUNT));
    inputs.put("head", Tensor.of(head, size, 2, HeadSway.PLANES));
    return inputs;
  }

  @Override
  public FrameBatch run(Map<String, Tensor> inputs) {
    int size = (int) inputs.get("face").shape()[0];
    return new FrameBatch(network.run(inputs).get("frames").values(), size);
  }

  @Override
  public OptionalLong usedBytes() {
    return deviceMemory.get();
  }

  /** Runs a region of that size once with nothing in it, so that the engine is ready for it. */
  void warmUp(FieldGrid grid, int size) {
    run(GraphInputs.empty(grid, size));
  }
}
