package io.lipstream.rendering;

import io.lipstream.batching.Batch;
import io.lipstream.batching.BatchEngine;
import io.lipstream.batching.BatchMeter;
import io.lipstream.inference.Network;
import io.lipstream.inference.Tensor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * The bundle's renderer graph. A run takes frames of as many portraits as there are in the batch. A
 * batch that its items do not fill is filled up with the last of them, and places for portraits
 * that none fills hold whatever they held, so that every run has a shape that there is a plan for.
 * The graph is what every other way of rendering is measured against.
 */
final class GraphEngine implements BatchEngine<FrameItem, PackedFrames, FrameBatch> {
  private final Network network;
  private final List<Integer> sizes;
  private final Supplier<OptionalLong> deviceMemory;
  private final BatchMeter meter;
  private final MapStacks stacks = new MapStacks();

  /**
   * @param sizes that there are plans for, of frames and of portraits
   * @param deviceMemory bytes in use on the device, where it tells
   */
  GraphEngine(
      Network network, List<Integer> sizes, Supplier<OptionalLong> deviceMemory, BatchMeter meter) {
    this.network = network;
    this.sizes = List.copyOf(sizes);
    this.deviceMemory = deviceMemory;
    this.meter = meter;
  }

  @Override
  public PackedFrames pack(Batch<FrameItem> batch) {
    List<FrameItem> items = batch.items();
    int size = batch.size();
    float[] face = new float[size * FaceCoefficient.COUNT];
    float[] head = new float[size * HeadSway.VALUES];
    for (int i = 0; i < size; i++) {
      item(items, i).write(face, head, i);
    }
    List<GraphMaps> portraits = items.stream().map(item -> item.scene().maps()).distinct().toList();
    RunShape shape = RunShape.of(size, places(portraits.size()));
    Optional<MapStacks.Held> held =
        shape.portraits() == 1
            ? Optional.empty()
            : Optional.of(stacks.take(batch.key(), shape.portraits(), portraits));
    float[] portrait = new float[shape.groups()];
    for (int i = 0; i < portrait.length; i++) {
      GraphMaps maps = item(items, i).scene().maps();
      portrait[i] = held.map(taken -> taken.stack().place(maps)).orElse(0);
    }
    Map<String, Tensor> inputs =
        new HashMap<>(
            held.map(taken -> taken.stack().tensors()).orElseGet(portraits.get(0)::tensors));
    inputs.put("portrait", Tensor.of(portrait, shape.groups()));
    inputs.put("face", Tensor.of(face, shape.groups(), shape.frames(), FaceCoefficient.COUNT));
    inputs.put("head", Tensor.of(head, shape.groups(), 2L * shape.frames(), HeadSway.PLANES));
    return new PackedFrames(shape, inputs, portraits.size(), held);
  }

  @Override
  public FrameBatch run(PackedFrames packed) {
    meter.portraits(
        packed.portraits(),
        packed.shape().portraits(),
        packed.stack().map(MapStacks.Held::copied).orElse(0));
    return new FrameBatch(network.run(packed.inputs()).get("frames").values(), packed.shape());
  }

  @Override
  public void release(PackedFrames packed) {
    packed.stack().ifPresent(held -> stacks.giveBack(held.stack()));
  }

  @Override
  public int portraits(PackedFrames packed) {
    return packed.shape().portraits();
  }

  @Override
  public OptionalLong usedBytes() {
    return deviceMemory.get();
  }

  /** Runs that shape once with nothing in it, so that the engine is ready for it. */
  void warmUp(FieldGrid grid, RunShape shape) {
    network.run(GraphInputs.empty(grid, shape));
  }

  /** The item at a place of the run, the last one where none fills it. */
  private static FrameItem item(List<FrameItem> items, int place) {
    return items.get(Math.min(place, items.size() - 1));
  }

  /** The fewest places for so many portraits. */
  private int places(int portraits) {
    return sizes.stream().filter(size -> size >= portraits).findFirst().orElseThrow();
  }
}
