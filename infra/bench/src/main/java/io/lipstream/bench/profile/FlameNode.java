package io.lipstream.bench.profile;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A call with the time that was spent in it and in what it called. Not thread-safe. */
public final class FlameNode {
  private final String name;
  private final Map<String, FlameNode> callees = new TreeMap<>();
  private double weight;

  public FlameNode(String name) {
    this.name = name;
  }

  /** Adds a sample. */
  public void add(List<String> outermostFirst, double sample) {
    weight += sample;
    FlameNode node = this;
    for (String call : outermostFirst) {
      node = node.callees.computeIfAbsent(call, FlameNode::new);
      node.weight += sample;
    }
  }

  String name() {
    return name;
  }

  double weight() {
    return weight;
  }

  Collection<FlameNode> callees() {
    return callees.values();
  }
}
