package io.lipstream.interleaving;

import io.lipstream.pipeline.Segment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Decides whose segment goes next: tenants take turns by stride scheduling (each release moves a
 * tenant's pass on by the inverse of its weight, the lowest pass goes next, ties by name), and
 * within a tenant its clips take turns, one segment each. A tenant that comes late starts at the
 * pass of those present, so that it neither waits for them nor overtakes them all. A clip whose job
 * is offered again replaces its older attempt. Not thread-safe; repeatable for a given order of
 * calls.
 */
public final class SegmentRing {
  private final Map<String, Double> weights;
  private final Map<String, TenantTurn> turns = new HashMap<>();
  private final PriorityQueue<TenantTurn> order = new PriorityQueue<>();
  private int clips;
  private double pass;

  /**
   * @param weights share of each tenant, above 0; 1 for one that is not named
   */
  public SegmentRing(Map<String, Double> weights) {
    this.weights = Map.copyOf(weights);
  }

  /** Clips of which segments are left. */
  public int clips() {
    return clips;
  }

  public boolean isEmpty() {
    return clips == 0;
  }

  /** Takes a clip in, from its cursor on. */
  public void offer(ClipCursor cursor) {
    String tenant = cursor.clip().job().tenant();
    TenantTurn turn = turns.get(tenant);
    if (turn == null) {
      turn = new TenantTurn(tenant, 1 / weights.getOrDefault(tenant, 1.0), pass);
      turns.put(tenant, turn);
      order.add(turn);
    }
    clips += turn.offer(cursor) ? 1 : 0;
  }

  /** Takes the next segment out; the ring must not be empty. */
  public Segment next() {
    TenantTurn turn = order.remove();
    pass = turn.pass();
    ClipCursor cursor = turn.take();
    Segment segment = cursor.segment();
    if (cursor.isLast()) {
      clips--;
    } else {
      turn.putBack(cursor.next());
    }
    if (turn.isEmpty()) {
      turns.remove(turn.tenant());
    } else {
      turn.advance();
      order.add(turn);
    }
    return segment;
  }

  /** What is still to be released, in an order that a new ring can take it up in. */
  Collection<ClipCursor> cursors() {
    List<ClipCursor> cursors = new ArrayList<>(clips);
    order.stream().sorted().forEach(turn -> cursors.addAll(turn.cursors()));
    return cursors;
  }
}
