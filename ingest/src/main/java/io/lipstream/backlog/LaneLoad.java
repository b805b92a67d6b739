package io.lipstream.backlog;

import java.nio.ByteBuffer;

/**
 * Work of a lane, in cost units (see {@link WorkCost}), and its jobs.
 *
 * @param waiting work that was admitted and is not done
 * @param done work that was done since counting began
 * @param jobs jobs that were admitted and are not done
 * @param oldestAcceptedAt when the oldest of them was admitted, milliseconds since 1970 UTC; the
 *     largest long for none
 */
public record LaneLoad(double waiting, double done, long jobs, long oldestAcceptedAt) {
  public static final LaneLoad NONE = new LaneLoad(0, 0);

  private static final int OF_AN_EARLIER_RELEASE = 2 * Double.BYTES;

  /** Work whose jobs are not counted. */
  public LaneLoad(double waiting, double done) {
    this(waiting, done, 0, Long.MAX_VALUE);
  }

  /** Load after changes; rounding never makes it negative. */
  public LaneLoad plus(double moreWaiting, double moreDone) {
    return new LaneLoad(
        Math.max(0, waiting + moreWaiting), done + moreDone, jobs, oldestAcceptedAt);
  }

  /** Load of both. */
  public LaneLoad and(LaneLoad other) {
    return plus(other.waiting, other.done)
        .withJobs(jobs + other.jobs, Math.min(oldestAcceptedAt, other.oldestAcceptedAt));
  }

  /** The same work, with its jobs. */
  public LaneLoad withJobs(long count, long oldest) {
    return new LaneLoad(waiting, done, count, oldest);
  }

  /** How long the oldest job has waited by then, milliseconds; 0 where there is none. */
  public long oldestAge(long now) {
    return oldestAcceptedAt == Long.MAX_VALUE ? 0 : Math.max(0, now - oldestAcceptedAt);
  }

  public byte[] bytes() {
    return ByteBuffer.allocate(2 * Double.BYTES + 2 * Long.BYTES)
        .putDouble(waiting)
        .putDouble(done)
        .putLong(jobs)
        .putLong(oldestAcceptedAt)
        .array();
  }

  /** Reads what {@link #bytes} wrote, of an earlier release too; {@link #NONE} for null. */
  public static LaneLoad read(byte[] bytes) {
    if (bytes == null) {
      return NONE;
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    LaneLoad work = new LaneLoad(buffer.getDouble(), buffer.getDouble());
    return bytes.length == OF_AN_EARLIER_RELEASE
        ? work
        : work.withJobs(buffer.getLong(), buffer.getLong());
  }
}
