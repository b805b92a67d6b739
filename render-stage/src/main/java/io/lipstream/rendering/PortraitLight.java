package io.lipstream.rendering;

import io.lipstream.portrait.FaceLandmarks;
import io.lipstream.portrait.RgbImage;
import java.util.Arrays;

/**
 * How the face of a portrait is lit, so that what is painted into it fits: its colour from the
 * skin, its strength from the whites of the eyes. Immutable.
 */
final class PortraitLight {
  private static final int[] LIT_SKIN = {50, 280, 4, 151};

  /** In the red of both lips, beside their middle. */
  private static final int[] LIPS = {37, 267, 84, 314};

  /** Green and blue of the most coloured skin in white light, as shares of its red. */
  private static final double[] NATURAL = {1, 0.66, 0.48};

  /** Skin is more coloured than the light on it. */
  private static final double LIGHT_OF_SKIN = 0.45;

  private final double[] white = new double[3];
  private final double[] skin = new double[3];
  private final double[] lip = new double[3];

  PortraitLight(FaceLandmarks face, RgbImage frame, Eye[] eyes) {
    mean(face, frame, LIT_SKIN, skin);
    mean(face, frame, LIPS, lip);
    double brightest = Math.max(1, Math.max(skin[0], Math.max(skin[1], skin[2])));
    double mean = (skin[0] + skin[1] + skin[2]) / 3;
    double strength = Math.max(40, Math.min(235, Math.max(1.25 * mean, eyeWhite(frame, eyes))));
    for (int channel = 0; channel < 3; channel++) {
      double share = Math.max(0.05, skin[channel] / brightest);
      double unnatural = Math.min(1, share / NATURAL[channel]);
      white[channel] = strength * Math.pow(share, LIGHT_OF_SKIN) * unnatural;
    }
  }

  /** What something white in the mouth would look like in full light, 0 to 255. */
  double white(int channel) {
    return white[channel];
  }

  /** The lit skin, 0 to 255. */
  double skin(int channel) {
    return skin[channel];
  }

  /** The red of the lips, 0 to 255. */
  double lip(int channel) {
    return lip[channel];
  }

  private static void mean(FaceLandmarks face, RgbImage frame, int[] landmarks, double[] mean) {
    for (int landmark : landmarks) {
      for (int channel = 0; channel < 3; channel++) {
        mean[channel] +=
            value(frame, face.x(landmark), face.y(landmark), channel) / (double) landmarks.length;
      }
    }
  }

  /** A value of a picture's nearest pixel. */
  static int value(RgbImage frame, double x, double y, int channel) {
    int column = Math.max(0, Math.min(frame.width() - 1, (int) x));
    int row = Math.max(0, Math.min(frame.height() - 1, (int) y));
    return frame.rgb()[3 * (row * frame.width() + column) + channel] & 0xff;
  }

  /** Mean of the lighter part of what lies between the lids. */
  private static double eyeWhite(RgbImage frame, Eye[] eyes) {
    int steps = 12;
    double[] values = new double[2 * steps * 4];
    int count = 0;
    for (Eye eye : eyes) {
      for (int i = 0; i < steps; i++) {
        double share = 0.15 + 0.7 * i / (steps - 1);
        double open = eye.openingAt(eye.pixelX(share, 0), eye.pixelY(share, 0));
        for (int j = 1; j <= 4; j++) {
          double x = eye.pixelX(share, open * j / 5);
          double y = eye.pixelY(share, open * j / 5);
          values[count++] =
              (value(frame, x, y, 0) + value(frame, x, y, 1) + value(frame, x, y, 2)) / 3.0;
        }
      }
    }
    Arrays.sort(values);
    return Arrays.stream(values, count * 3 / 4, count * 19 / 20).average().orElse(0);
  }
}
