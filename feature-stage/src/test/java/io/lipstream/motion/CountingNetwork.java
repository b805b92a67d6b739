package io.lipstream.motion;

import io.lipstream.inference.Network;
import io.lipstream.inference.Tensor;
import java.util.Map;

/** Passes everything on, and notes how often and how long the input was. */
final class CountingNetwork implements Network {
  private final Network network;
  private int runs;
  private long longest;

  CountingNetwork(Network network) {
    this.network = network;
  }

  int runs() {
    return runs;
  }

  long longest() {
    return longest;
  }

  @Override
  public Map<String, Tensor> run(Map<String, Tensor> inputs) {
    runs++;
    longest = Math.max(longest, inputs.get("heard").shape()[2]);
    return network.run(inputs);
  }

  @Override
  public void close() {
    network.close();
  }
}
