package io.lipstream.bench.sync;

import io.lipstream.portrait.FaceLandmarks;
import io.lipstream.portrait.RgbImage;
import java.util.function.IntUnaryOperator;

/** Larger changes of a portrait, by which it stands for another kind of picture. Pure functions. */
final class Retouch {
  private static final int NOSE_TIP = 4;
  private static final int FOREHEAD = 10;
  private static final int CHIN = 152;

  /** Depth of a head before the plane of the cheeks, and its reach, in half widths of the face. */
  private static final double DEPTH = 1.3;

  private static final double REACH = 2.3;
  private static final int STEPS = 12;

  /** What skin of Fitzpatrick's type VI keeps of light skin's red, green and blue. */
  private static final double[] DARK_SKIN = {0.42, 0.34, 0.30};

  private static final double WEAVE = 5;

  private Retouch() {}

  /**
   * As in oil on canvas: each pixel the mean of the most even of the four squares about it
   * (Kuwahara's filter), with the weave of a canvas over it.
   */
  static RgbImage painted(RgbImage photo, FaceLandmarks face) {
    int brush = Math.max(2, (int) Math.round(FaceShape.width(face) / 40));
    byte[] rgb = new byte[photo.rgb().length];
    for (int y = 0; y < photo.height(); y++) {
      for (int x = 0; x < photo.width(); x++) {
        double[] stroke = mostEven(photo, x, y, brush);
        double weave = WEAVE * Math.sin(2.1 * x) * Math.sin(2.1 * y);
        for (int channel = 0; channel < 3; channel++) {
          rgb[3 * (y * photo.width() + x) + channel] = clamped(stroke[channel] + weave);
        }
      }
    }
    return new RgbImage(photo.width(), photo.height(), rgb);
  }

  /** Skin of head and neck darkened, its highlights less; teeth, eyes and clothes stay. */
  static RgbImage darkSkinned(RgbImage photo, FaceLandmarks face) {
    double half = FaceShape.width(face) / 2;
    byte[] rgb = photo.rgb().clone();
    for (int y = 0; y < photo.height(); y++) {
      for (int x = 0; x < photo.width(); x++) {
        int at = 3 * (y * photo.width() + x);
        double across = (x - face.x(NOSE_TIP)) / (1.4 * half);
        double down = (y - face.y(NOSE_TIP)) / (2 * half);
        double near = 1 - smooth((Math.hypot(across, down) - 0.8) / 0.4);
        double skin = near * skin(photo, x, y);
        double highlight = smooth((value(photo, at + 2) - 150) / 105.0);
        for (int channel = 0; channel < 3; channel++) {
          double keeps = DARK_SKIN[channel] + 0.3 * highlight;
          rgb[at + channel] = clamped(value(photo, at + channel) * (1 - skin * (1 - keeps)));
        }
      }
    }
    return new RgbImage(photo.width(), photo.height(), rgb);
  }

  /**
   * A head that is turned aside, to the picture's right, as if it were a smooth hill before the
   * plane of the picture; what is behind stays. Not a photo of a turned head: ears and the far
   * cheek's outline are those of the portrait, and the mesh takes 40 degrees of this for 17.
   */
  static RgbImage turned(RgbImage photo, FaceLandmarks face, double degrees) {
    double half = FaceShape.width(face) / 2;
    double high = Math.hypot(face.x(CHIN) - face.x(FOREHEAD), face.y(CHIN) - face.y(FOREHEAD)) / 2;
    double centerX = (face.x(CHIN) + face.x(FOREHEAD)) / 2;
    double centerY = (face.y(CHIN) + face.y(FOREHEAD)) / 2;
    double narrower = 1 - Math.cos(Math.toRadians(degrees));
    double shift = DEPTH * Math.sin(Math.toRadians(degrees));
    byte[] rgb = new byte[photo.rgb().length];
    for (int y = 0; y < photo.height(); y++) {
      double v = (y + 0.5 - centerY) / high;
      for (int x = 0; x < photo.width(); x++) {
        double wanted = (x + 0.5 - centerX) / half;
        double u = wanted;
        for (int step = 0; step < STEPS; step++) {
          double hill = hill(Math.hypot(u, v) / REACH);
          u = (wanted - shift * hill) / (1 - narrower * hill);
        }
        for (int channel = 0; channel < 3; channel++) {
          rgb[3 * (y * photo.width() + x) + channel] =
              clamped(Bilinear.held(photo, centerX + u * half - 0.5, y, channel));
        }
      }
    }
    return new RgbImage(photo.width(), photo.height(), rgb);
  }

  private static double hill(double distance) {
    return distance >= 1 ? 0 : (1 - distance * distance) * (1 - distance * distance);
  }

  private static double[] mostEven(RgbImage photo, int x, int y, int brush) {
    double[] best = new double[3];
    double least = Double.POSITIVE_INFINITY;
    for (int corner = 0; corner < 4; corner++) {
      int left = x - (corner % 2 == 0 ? brush : 0);
      int top = y - (corner / 2 == 0 ? brush : 0);
      double[] sum = new double[3];
      double squares = 0;
      for (int row = top; row <= top + brush; row++) {
        for (int column = left; column <= left + brush; column++) {
          int at = 3 * (held(row, photo.height()) * photo.width() + held(column, photo.width()));
          for (int channel = 0; channel < 3; channel++) {
            int value = value(photo, at + channel);
            sum[channel] += value;
            squares += value * value;
          }
        }
      }
      int count = (brush + 1) * (brush + 1);
      double spread = squares - (sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]) / count;
      if (spread < least) {
        least = spread;
        best = new double[] {sum[0] / count, sum[1] / count, sum[2] / count};
      }
    }
    return best;
  }

  /** How much like skin the colour about a pixel is: the mean of a small square of Cr and Cb. */
  private static double skin(RgbImage photo, int x, int y) {
    IntUnaryOperator mean =
        channel -> {
          int sum = 0;
          for (int row = y - 1; row <= y + 1; row++) {
            for (int column = x - 1; column <= x + 1; column++) {
              sum +=
                  value(
                      photo,
                      3 * (held(row, photo.height()) * photo.width() + held(column, photo.width()))
                          + channel);
            }
          }
          return sum / 9;
        };
    int red = mean.applyAsInt(0);
    int green = mean.applyAsInt(1);
    int blue = mean.applyAsInt(2);
    double towardRed = 0.5 * red - 0.419 * green - 0.081 * blue;
    double towardBlue = 0.5 * blue - 0.169 * red - 0.331 * green;
    return smooth((towardRed - 4) / 10) * smooth((-towardBlue - 2) / 8);
  }

  private static double smooth(double value) {
    double t = Math.max(0, Math.min(1, value));
    return t * t * (3 - 2 * t);
  }

  private static int held(int place, int length) {
    return Math.max(0, Math.min(length - 1, place));
  }

  private static int value(RgbImage photo, int at) {
    return photo.rgb()[at] & 255;
  }

  private static byte clamped(double value) {
    return (byte) Math.max(0, Math.min(255, Math.round(value)));
  }
}
