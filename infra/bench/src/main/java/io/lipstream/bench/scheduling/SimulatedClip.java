package io.lipstream.bench.scheduling;

import io.lipstream.event.Lane;
import io.lipstream.pipeline.Asset;
import io.lipstream.pipeline.JobTicket;
import io.lipstream.pipeline.PreparedClip;
import io.lipstream.pipeline.RenderParameters;
import java.util.function.Consumer;

/** One request on its way through a simulated server, and what became of it. One thread. */
final class SimulatedClip {
  private final ClipShape shape;
  private final String id;
  private final String tenant;
  private final boolean urgent;
  private final long submittedAt;
  private final Consumer<SimulatedClip> ended;
  private int windowsLeft;
  private long endedAt = -1;
  private boolean failed;
  private long firstStartAt = -1;
  private long longestWait;

  SimulatedClip(
      ClipShape shape,
      String id,
      String tenant,
      boolean urgent,
      long submittedAt,
      Consumer<SimulatedClip> ended) {
    this.shape = shape;
    this.id = id;
    this.tenant = tenant;
    this.urgent = urgent;
    this.submittedAt = submittedAt;
    this.ended = ended;
    this.windowsLeft = shape.windows();
  }

  ClipShape shape() {
    return shape;
  }

  String id() {
    return id;
  }

  String tenant() {
    return tenant;
  }

  boolean urgent() {
    return urgent;
  }

  long submittedAt() {
    return submittedAt;
  }

  boolean failed() {
    return failed;
  }

  /** When it ended; -1 while it has not. */
  long endedAt() {
    return endedAt;
  }

  long latency() {
    return endedAt - submittedAt;
  }

  /** When a device began with it; -1 before. */
  long firstStartAt() {
    return firstStartAt;
  }

  /** Longest time from the release of one of its windows to the start of its run. */
  long longestWait() {
    return longestWait;
  }

  void started(long releasedAt, long now) {
    firstStartAt = firstStartAt < 0 ? now : firstStartAt;
    longestWait = Math.max(longestWait, now - releasedAt);
  }

  int windowsMade() {
    return shape.windows() - windowsLeft;
  }

  /** A window is finished; true if it was the last. */
  boolean windowDone() {
    return --windowsLeft == 0;
  }

  void end(long now, boolean withFailure) {
    endedAt = now;
    failed = withFailure;
    ended.accept(this);
  }

  /** The clip as the interleaver knows it, one segment a window. */
  PreparedClip prepared() {
    return prepared(0);
  }

  /** The same, begun at that time. */
  PreparedClip prepared(long startedAt) {
    JobTicket job =
        new JobTicket(
            id,
            1,
            tenant,
            "",
            (urgent ? Lane.INTERACTIVE : Lane.BULK).name(),
            "",
            "",
            "",
            Double.NaN,
            RenderParameters.defaults(),
            "",
            Double.POSITIVE_INFINITY,
            "",
            0,
            Long.MAX_VALUE);
    return new PreparedClip(
        job,
        new Asset("", "", 0, ""),
        new Asset("", "", 0, ""),
        "",
        "",
        "",
        shape.frames(),
        ClipShape.WINDOW_FRAMES,
        shape.width(),
        shape.height(),
        startedAt,
        0,
        0,
        "");
  }
}
