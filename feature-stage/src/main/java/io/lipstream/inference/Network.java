package io.lipstream.inference;

import java.util.Map;

/**
 * A network that an engine runs: named tensors in, named tensors out. The feature stage knows no
 * engine; the render stage supplies this. Not thread-safe: one thread at a time.
 */
public interface Network extends AutoCloseable {
  /**
   * Runs the network once.
   *
   * @param inputs one tensor an input, by the graph's names
   * @return one tensor an output, by the graph's names, in memory of their own
   * @throws io.lipstream.error.LipstreamException ENGINE_FAILED
   */
  Map<String, Tensor> run(Map<String, Tensor> inputs);

  @Override
  void close();
}
