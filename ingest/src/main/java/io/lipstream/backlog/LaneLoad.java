package io.lipstream.backlog;

import java.nio.ByteBuffer;

/**
 * Work of a lane, in cost units (see {@link WorkCost}).
 *
 * @param waiting work that was admitted and is not done
 * @param done work that was done since counting began
 */
public record LaneLoad(double waiting, double done) {
  public static final LaneLoad NONE = new LaneLoad(0, 0);

  /** Load after changes; rounding never makes it negative. */
  public LaneLoad plus(double moreWaiting, double moreDone) {
    return new LaneLoad(Math.max(0, waiting + moreWaiting), done + moreDone);
  }

  public byte[] bytes() {
    return ByteBuffer.allocate(2 * Double.BYTES).putDouble(waiting).putDouble(done).array();
  }

  /** Reads what {@link #bytes} wrote; {@link #NONE} for null. */
  public static LaneLoad read(byte[] bytes) {
    if (bytes == null) {
      return NONE;
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new LaneLoad(buffer.getDouble(), buffer.getDouble());
  }
}
