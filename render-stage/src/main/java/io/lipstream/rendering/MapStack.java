package io.lipstream.rendering;

import io.lipstream.batching.BatchKey;
import io.lipstream.inference.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Maps of several portraits one behind the other, as a run of several takes them. What is in it
 * stays after a run: a portrait that is there already is not copied again, whichever others come
 * with it. Its memory serves every shape that fits in. One thread at a time.
 */
final class MapStack {
  private FloatBuffer memory = FloatBuffer.allocate(0);
  private BatchKey key;
  private long[] held = {};
  private Map<String, Tensor> tensors = Map.of();

  /** How many of these portraits it holds in this shape; -1 if it is of another shape. */
  int holds(BatchKey wantedKey, int places, List<GraphMaps> wanted) {
    if (held.length != places || !wantedKey.equals(key)) {
      return -1;
    }
    return (int) wanted.stream().filter(maps -> place(maps) >= 0).count();
  }

  /**
   * Holds these portraits, and has the shape given.
   *
   * @param wanted different ones of one grid, at most as many as there are places
   * @return how many were not in it
   */
  int hold(BatchKey wantedKey, int places, List<GraphMaps> wanted) {
    if (holds(wantedKey, places, wanted) < 0) {
      shape(wantedKey, places, wanted.get(0));
    }
    List<Integer> free = new ArrayList<>();
    for (int place = 0; place < places; place++) {
      long number = held[place];
      if (wanted.stream().noneMatch(maps -> maps.number() == number)) {
        free.add(place);
      }
    }
    int copied = 0;
    for (GraphMaps maps : wanted) {
      if (place(maps) < 0) {
        copy(maps, free.get(copied++));
      }
    }
    return copied;
  }

  /** Where a portrait lies; -1 if it is not in. */
  int place(GraphMaps maps) {
    for (int place = 0; place < held.length; place++) {
      if (held[place] == maps.number()) {
        return place;
      }
    }
    return -1;
  }

  /** Every input but those of a batch's motion. */
  Map<String, Tensor> tensors() {
    return tensors;
  }

  private void shape(BatchKey newKey, int places, GraphMaps like) {
    Map<String, Tensor> one = like.tensors();
    int floats = 0;
    for (String name : GraphMaps.OF_PORTRAIT) {
      floats =
          Math.addExact(floats, Math.multiplyExact(places, one.get(name).values().remaining()));
    }
    key = null;
    if (memory.capacity() < floats) {
      memory = FloatBuffer.allocate(0);
      memory =
          ByteBuffer.allocateDirect(Math.multiplyExact(Float.BYTES, floats))
              .order(ByteOrder.nativeOrder())
              .asFloatBuffer();
    }
    tensors = new HashMap<>(one);
    int at = 0;
    for (String name : GraphMaps.OF_PORTRAIT) {
      int length = places * one.get(name).values().remaining();
      long[] axes = one.get(name).shape().clone();
      axes[0] = places;
      tensors.put(name, new Tensor(axes, memory.slice(at, length)));
      at += length;
    }
    held = new long[places];
    Arrays.fill(held, -1);
    key = newKey;
  }

  private void copy(GraphMaps maps, int place) {
    held[place] = -1;
    for (String name : GraphMaps.OF_PORTRAIT) {
      FloatBuffer from = maps.tensors().get(name).values();
      FloatBuffer into = tensors.get(name).values();
      into.put(into.position() + place * from.remaining(), from, from.position(), from.remaining());
    }
    held[place] = maps.number();
  }
}
