package io.lipstream.rendering;

import io.lipstream.motion.MotionChannel;
import io.lipstream.motion.MotionTrack;

/** Rows of motion as coefficients of a face's fields. */
final class FaceMotion {
  /** No coefficient is larger, whatever a request's scales make of its motion. */
  static final float LARGEST = 1.5f;

  /** What lips that are pressed give way, as a share of the way that the jaw takes them. */
  private static final float PRESSED = 0.05f;

  /** What pressing adds to the closing of lips that the portrait holds apart. */
  private static final float PRESSED_SMILE = 0.15f;

  private FaceMotion() {}

  /** Writes a frame's coefficients, in the order of {@link FaceCoefficient}. */
  static void write(MotionTrack motion, int frame, float[] target, int at) {
    for (FaceCoefficient coefficient : FaceCoefficient.values()) {
      float value = value(motion, frame, coefficient);
      target[at + coefficient.ordinal()] = Math.max(-LARGEST, Math.min(LARGEST, value));
    }
  }

  private static float value(MotionTrack motion, int frame, FaceCoefficient coefficient) {
    return switch (coefficient) {
      case JAW -> chin(motion, frame);
      case CLOSE -> close(motion, frame);
      case WIDTH -> motion.value(frame, MotionChannel.LIP_WIDTH);
      case ROUND -> motion.value(frame, MotionChannel.LIP_ROUND);
      case PRESS -> press(motion, frame);
      case TUCK -> motion.value(frame, MotionChannel.LIP_TUCK);
      case RAISE -> motion.value(frame, MotionChannel.UPPER_LIP_RAISE);
      case BLINK -> motion.value(frame, MotionChannel.BLINK);
      case BROW -> motion.value(frame, MotionChannel.BROW_RAISE);
      case GAZE_X -> motion.value(frame, MotionChannel.GAZE_X);
      case GAZE_Y -> motion.value(frame, MotionChannel.GAZE_Y);
    };
  }

  /** The chin is down as far as the lips are apart, at least. */
  private static float chin(MotionTrack motion, int frame) {
    return Math.max(
        motion.value(frame, MotionChannel.JAW_OPEN), motion.value(frame, MotionChannel.CHIN_DOWN));
  }

  /** Takes the lips together again by what the chin is further down than they are apart. */
  private static float press(MotionTrack motion, int frame) {
    return chin(motion, frame)
        - motion.value(frame, MotionChannel.JAW_OPEN)
        + PRESSED * motion.value(frame, MotionChannel.LIP_PRESS);
  }

  /** A jaw that is not down closes the lips, however the portrait holds them; so does pressing. */
  private static float close(MotionTrack motion, int frame) {
    float open = Math.max(0, Math.min(1, motion.value(frame, MotionChannel.JAW_OPEN)));
    float pressed = Math.max(0, Math.min(1, motion.value(frame, MotionChannel.LIP_PRESS)));
    return Math.min(1, 1 - open + PRESSED_SMILE * pressed);
  }
}
