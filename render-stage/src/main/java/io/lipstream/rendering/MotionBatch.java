package io.lipstream.rendering;

import io.lipstream.inference.Tensor;
import io.lipstream.motion.MotionChannel;
import io.lipstream.motion.MotionTrack;

/**
 * Rows of motion as the coefficients of the renderer's graph. A batch that the rows do not fill is
 * filled up with its last row, so that every run has the same shapes.
 */
final class MotionBatch {
  private static final int MOUTH = MouthCoefficient.COUNT;

  private MotionBatch() {}

  /** [size, 8]. */
  static Tensor mouth(MotionTrack motion, int from, int size) {
    float[] values = new float[size * MOUTH];
    for (int i = 0; i < size; i++) {
      int frame = Math.min(from + i, motion.frames() - 1);
      for (MouthCoefficient coefficient : MouthCoefficient.values()) {
        values[i * MOUTH + coefficient.ordinal()] = value(motion, frame, coefficient);
      }
    }
    return Tensor.of(values, size, MOUTH);
  }

  /** [size, 2, 3]. */
  static Tensor head(MotionTrack motion, int from, int size, HeadSway sway) {
    float[] values = new float[size * HeadSway.VALUES];
    for (int i = 0; i < size; i++) {
      sway.write(motion, Math.min(from + i, motion.frames() - 1), values, i * HeadSway.VALUES);
    }
    return Tensor.of(values, size, 2, HeadSway.PLANES);
  }

  private static float value(MotionTrack motion, int frame, MouthCoefficient coefficient) {
    return switch (coefficient) {
      case JAW -> motion.value(frame, MotionChannel.JAW_OPEN);
      case CLOSE -> close(motion, frame);
      case WIDTH -> motion.value(frame, MotionChannel.LIP_WIDTH);
      case ROUND -> motion.value(frame, MotionChannel.LIP_ROUND);
      case PRESS -> motion.value(frame, MotionChannel.LIP_PRESS);
      case TUCK -> motion.value(frame, MotionChannel.LIP_TUCK);
      case RAISE -> motion.value(frame, MotionChannel.UPPER_LIP_RAISE);
      case BLINK -> motion.value(frame, MotionChannel.BLINK);
    };
  }

  /** A jaw that is not down closes the lips, however the portrait holds them; so does pressing. */
  private static float close(MotionTrack motion, int frame) {
    float open = Math.max(0, Math.min(1, motion.value(frame, MotionChannel.JAW_OPEN)));
    float pressed = Math.max(0, Math.min(1, motion.value(frame, MotionChannel.LIP_PRESS)));
    return Math.max(1 - open, pressed);
  }
}
