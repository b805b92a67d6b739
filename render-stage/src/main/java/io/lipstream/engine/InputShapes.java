package io.lipstream.engine;

import static java.util.stream.Collectors.joining;

import io.lipstream.inference.Tensor;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * Shape of every input of a graph, by the input's name: what a compiled plan is for. Immutable.
 *
 * @param shapes length of each axis, outermost first
 */
public record InputShapes(SortedMap<String, List<Long>> shapes) {
  public InputShapes {
    shapes = new TreeMap<>(shapes);
  }

  /** The shapes of inputs as they are given to a network. */
  public static InputShapes of(Map<String, Tensor> inputs) {
    SortedMap<String, List<Long>> shapes = new TreeMap<>();
    inputs.forEach((name, tensor) -> shapes.put(name, axes(tensor.shape())));
    return new InputShapes(shapes);
  }

  /** The same with one more input. */
  public InputShapes with(String name, long... shape) {
    SortedMap<String, List<Long>> more = new TreeMap<>(shapes);
    more.put(name, axes(shape));
    return new InputShapes(more);
  }

  /** All of it as text that can stand in a file name: face-8x39.head-8x2x3. */
  public String name() {
    return shapes.entrySet().stream()
        .map(
            input ->
                input.getKey()
                    + "-"
                    + input.getValue().stream().map(String::valueOf).collect(joining("x")))
        .collect(joining("."));
  }

  /** Bytes of all inputs together. */
  public long bytes() {
    return shapes.values().stream()
        .mapToLong(axes -> axes.stream().reduce(4L, (one, other) -> one * other))
        .sum();
  }

  private static List<Long> axes(long... shape) {
    return LongStream.of(shape).boxed().toList();
  }
}
