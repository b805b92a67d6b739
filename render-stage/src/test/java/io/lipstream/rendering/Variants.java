package io.lipstream.rendering;

import io.lipstream.portrait.FaceLandmarks;
import io.lipstream.portrait.PreparedPortrait;
import io.lipstream.portrait.RgbImage;

/** Portraits that differ in picture and in face, over grids of one size. */
final class Variants {
  private static final PreparedPortrait ASTRONAUT = Portraits.astronautFace(128);

  private Variants() {}

  /**
   * The astronaut, shifted to one side, its colours rolled over, the more the higher the number.
   */
  static Scene scene(int number) {
    return scene(ASTRONAUT, number);
  }

  /** One so large that a run takes no other beside it. */
  static Scene largeScene() {
    return scene(Portraits.astronautFace(1024), 0);
  }

  private static Scene scene(PreparedPortrait portrait, int number) {
    byte[] rgb = portrait.frame().rgb().clone();
    for (int i = 0; i < rgb.length; i++) {
      rgb[i] = (byte) (rgb[i] ^ (number * 0x21));
    }
    float[] points = portrait.landmarks().points().clone();
    for (int i = 0; i < points.length; i += 2) {
      points[i] += 1.5f * number;
    }
    PreparedPortrait variant =
        new PreparedPortrait(
            new RgbImage(portrait.frame().width(), portrait.frame().height(), rgb),
            new FaceLandmarks(points, portrait.landmarks().confidence()));
    try (FaceRenderer renderer = new FaceRenderer(Portraits.BUNDLE, Portraits.ENGINE)) {
      return renderer.prepare(variant);
    }
  }
}
