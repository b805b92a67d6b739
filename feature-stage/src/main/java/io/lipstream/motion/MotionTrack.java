package io.lipstream.motion;

/**
 * The motion of a clip or of a part of it: one row a frame, one column a {@link MotionChannel}.
 *
 * @param rows row-major, {@code frames * MotionChannel.COUNT} values; not copied, not changed after
 *     construction
 */
public record MotionTrack(float[] rows) {
  public MotionTrack {
    if (rows.length % MotionChannel.COUNT != 0) {
      throw new IllegalArgumentException(rows.length + " values do not make whole rows");
    }
  }

  public int frames() {
    return rows.length / MotionChannel.COUNT;
  }

  public float value(int frame, MotionChannel channel) {
    return rows[frame * MotionChannel.COUNT + channel.ordinal()];
  }
}
