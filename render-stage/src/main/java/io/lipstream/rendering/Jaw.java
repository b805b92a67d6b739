package io.lipstream.rendering;

/** How far the skin of the lower face goes down with the jaw, in the face's coordinates. */
final class Jaw {
  /** Beyond this from the middle, nothing of the mouth or the jaw moves. */
  static final double REACH = 1.45;

  private static final int CHIN = 152;
  private static final int NOSE = 2;

  private final double chin;
  private final double nose;

  Jaw(FaceGeometry face) {
    chin = face.down(CHIN);
    nose = face.down(NOSE);
  }

  double nose() {
    return nose;
  }

  double chin() {
    return chin;
  }

  /** The lower lip moves as a lens, the chin as a whole; below the chin the skin stretches. */
  double drop(double x, double y, double middle, double lens) {
    if (y < middle - 0.6) {
      return 0;
    }
    double toChin = Curve.smooth(1.6 * Curve.clamp((y - middle) / chin));
    double below = 1 - Curve.smooth((y - chin) / 0.75);
    return (lens * (1 - toChin) + 0.92 * Curve.window(x, REACH) * toChin) * below;
  }
}
