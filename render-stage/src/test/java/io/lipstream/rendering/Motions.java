package io.lipstream.rendering;

import io.lipstream.motion.MotionChannel;
import io.lipstream.motion.MotionTrack;
import java.util.Map;

/** Rows of motion to test with. */
public final class Motions {
  private Motions() {}

  /** One row with the values given, everything else at rest. */
  public static float[] row(Map<MotionChannel, Double> values) {
    float[] row = new float[MotionChannel.COUNT];
    values.forEach((channel, value) -> row[channel.ordinal()] = value.floatValue());
    return row;
  }

  public static MotionTrack track(float[]... rows) {
    float[] all = new float[rows.length * MotionChannel.COUNT];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(rows[i], 0, all, i * MotionChannel.COUNT, MotionChannel.COUNT);
    }
    return new MotionTrack(all);
  }

  /** Something like speech: four syllables a second, sway, and a blink, at 25 frames a second. */
  public static MotionTrack speech(int frames) {
    float[] rows = new float[frames * MotionChannel.COUNT];
    for (int frame = 0; frame < frames; frame++) {
      double time = frame / 25.0;
      double syllable = 0.5 - 0.5 * Math.cos(2 * Math.PI * 4 * time);
      int at = frame * MotionChannel.COUNT;
      put(rows, at, MotionChannel.JAW_OPEN, syllable);
      put(rows, at, MotionChannel.LIP_WIDTH, 0.3 + 0.3 * Math.sin(5 * time));
      put(rows, at, MotionChannel.LIP_ROUND, Math.max(0, Math.sin(7 * time)));
      put(rows, at, MotionChannel.LIP_PRESS, syllable < 0.05 ? 1 : 0);
      put(rows, at, MotionChannel.UPPER_LIP_RAISE, 0.4 * syllable);
      put(rows, at, MotionChannel.BLINK, Math.max(0, 1 - Math.abs(frame - 20) / 2.5));
      put(rows, at, MotionChannel.LIP_TUCK, Math.max(0, Math.sin(3 * time)));
      put(rows, at, MotionChannel.BROW_RAISE, Math.sin(2.2 * time));
      put(rows, at, MotionChannel.GAZE_X, Math.sin(3.1 * time));
      put(rows, at, MotionChannel.GAZE_Y, Math.cos(2.7 * time));
      put(rows, at, MotionChannel.HEAD_X, 0.02 * Math.sin(2 * time));
      put(rows, at, MotionChannel.HEAD_Y, 0.014 * Math.sin(1.3 * time + 1));
      put(rows, at, MotionChannel.HEAD_ROLL, 0.016 * Math.sin(1.7 * time));
      put(rows, at, MotionChannel.HEAD_SCALE, 0.006 * Math.sin(0.9 * time));
    }
    return new MotionTrack(rows);
  }

  private static void put(float[] rows, int at, MotionChannel channel, double value) {
    rows[at + channel.ordinal()] = (float) value;
  }
}
