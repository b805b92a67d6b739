package io.lipstream.interleaving;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** One tenant's place in the ring: its clips in the order of their turns, and its stride. */
final class TenantTurn implements Comparable<TenantTurn> {
  private final String tenant;
  private final double stride;
  private final Map<String, ClipCursor> cursors = new LinkedHashMap<>();
  private double pass;

  TenantTurn(String tenant, double stride, double pass) {
    this.tenant = tenant;
    this.stride = stride;
    this.pass = pass;
  }

  String tenant() {
    return tenant;
  }

  double pass() {
    return pass;
  }

  boolean isEmpty() {
    return cursors.isEmpty();
  }

  Collection<ClipCursor> cursors() {
    return cursors.values();
  }

  /** Takes a clip in; true if its job was not here before. */
  boolean offer(ClipCursor cursor) {
    ClipCursor present = cursors.get(cursor.jobId());
    if (present == null || present.attempt() <= cursor.attempt()) {
      cursors.put(cursor.jobId(), cursor);
    }
    return present == null;
  }

  ClipCursor take() {
    Iterator<ClipCursor> first = cursors.values().iterator();
    ClipCursor cursor = first.next();
    first.remove();
    return cursor;
  }

  void putBack(ClipCursor cursor) {
    cursors.put(cursor.jobId(), cursor);
  }

  void advance() {
    pass += stride;
  }

  @Override
  public int compareTo(TenantTurn other) {
    int byPass = Double.compare(pass, other.pass);
    return byPass != 0 ? byPass : tenant.compareTo(other.tenant);
  }
}
