package io.lipstream.bench.scheduling;

import io.lipstream.interleaving.ClipCursor;
import io.lipstream.interleaving.SegmentRing;
import io.lipstream.pipeline.Segment;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The product's rings, one a lane, each with a line of clips before it that it has no room for.
 * While both lanes have segments the interactive one releases so many for each of the other's.
 */
final class SimulatedInterleaver {
  private final Lane interactive;
  private final Lane bulk;
  private final int interactiveShare;
  private int interactiveInRow;

  private static final class Lane {
    private final SegmentRing ring;
    private final int capacity;
    private final Deque<ClipCursor> line = new ArrayDeque<>();

    Lane(ClusterPlan plan) {
      ring = new SegmentRing(plan.tenantWeights());
      capacity = plan.interleaverClips();
    }

    void offer(ClipCursor clip) {
      line.add(clip);
      fill();
    }

    Segment next() {
      Segment segment = ring.next();
      fill();
      return segment;
    }

    private void fill() {
      while (!line.isEmpty() && ring.clips() < capacity) {
        ring.offer(line.remove());
      }
    }
  }

  SimulatedInterleaver(ClusterPlan plan) {
    interactive = new Lane(plan);
    bulk = new Lane(plan);
    interactiveShare = plan.interactiveShare();
  }

  void offer(ClipCursor clip, boolean urgent) {
    (urgent ? interactive : bulk).offer(clip);
  }

  boolean isEmpty() {
    return interactive.ring.isEmpty() && bulk.ring.isEmpty();
  }

  Segment next() {
    boolean bulkNext =
        interactive.ring.isEmpty()
            || (!bulk.ring.isEmpty() && interactiveInRow >= interactiveShare);
    interactiveInRow = bulkNext ? 0 : interactiveInRow + 1;
    return (bulkNext ? bulk : interactive).next();
  }
}
