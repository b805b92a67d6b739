package io.lipstream.bench.sync;

import io.lipstream.motion.MotionChannel;
import io.lipstream.motion.MotionTrack;
import io.lipstream.portrait.FaceLandmarks;
import io.lipstream.portrait.RgbImage;

/**
 * A still picture that moves as a whole, as a row of motion moves the head, and changes in nothing
 * else: what is measured on it as drift is the measure's own noise, and its jumps are those of the
 * head's motion and of that noise. A pure function.
 */
final class MovedStill {
  private static final int PIVOT = 152;

  private MovedStill() {}

  static RgbImage of(RgbImage still, FaceLandmarks face, MotionTrack motion, int frame) {
    double width = FaceShape.width(face);
    double right = motion.value(frame, MotionChannel.HEAD_X) * width;
    double down = motion.value(frame, MotionChannel.HEAD_Y) * width;
    double roll = motion.value(frame, MotionChannel.HEAD_ROLL);
    double scale = 1 + motion.value(frame, MotionChannel.HEAD_SCALE);
    double cosine = Math.cos(roll) / scale;
    double sine = Math.sin(roll) / scale;
    byte[] rgb = new byte[still.rgb().length];
    for (int row = 0; row < still.height(); row++) {
      for (int column = 0; column < still.width(); column++) {
        double x = column + 0.5 - face.x(PIVOT);
        double y = row + 0.5 - face.y(PIVOT);
        double fromX = cosine * x + sine * y - right + face.x(PIVOT) - 0.5;
        double fromY = cosine * y - sine * x - down + face.y(PIVOT) - 0.5;
        for (int channel = 0; channel < 3; channel++) {
          rgb[3 * (row * still.width() + column) + channel] =
              (byte) Math.round(Bilinear.held(still, fromX, fromY, channel));
        }
      }
    }
    return new RgbImage(still.width(), still.height(), rgb);
  }
}
