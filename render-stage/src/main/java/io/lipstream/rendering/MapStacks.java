package io.lipstream.rendering;

import io.lipstream.batching.BatchKey;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The stacks of an engine: one is in the run, one in the batch that is packed beside it, and one
 * remains for a batch that is packed anew. A batch gets the one that has most of its portraits
 * already; if none has its shape, the one that lay idle longest. Thread-safe.
 */
final class MapStacks {
  static final int MOST = 3;

  private final Deque<MapStack> idle = new ArrayDeque<>();
  private int made;

  /**
   * A stack that holds these portraits.
   *
   * @param copied of its portraits, how many had to be copied
   */
  record Held(MapStack stack, int copied) {}

  /** Takes a stack out that then holds these portraits; it is given back once. */
  Held take(BatchKey key, int places, List<GraphMaps> wanted) {
    MapStack stack = choose(key, places, wanted);
    boolean filled = false;
    try {
      Held held = new Held(stack, stack.hold(key, places, wanted));
      filled = true;
      return held;
    } finally {
      if (!filled) {
        giveBack(stack);
      }
    }
  }

  synchronized void giveBack(MapStack stack) {
    idle.addLast(stack);
  }

  private synchronized MapStack choose(BatchKey key, int places, List<GraphMaps> wanted) {
    MapStack best = null;
    int most = -1;
    for (MapStack stack : idle) {
      int holds = stack.holds(key, places, wanted);
      if (holds > most) {
        best = stack;
        most = holds;
      }
    }
    if (best == null && (made < MOST || idle.isEmpty())) {
      made++;
      return new MapStack();
    }
    MapStack chosen = best == null ? idle.getFirst() : best;
    idle.remove(chosen);
    return chosen;
  }
}
