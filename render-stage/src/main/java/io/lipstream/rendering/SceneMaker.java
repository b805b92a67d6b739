package io.lipstream.rendering;

import io.lipstream.portrait.PreparedPortrait;

/** Takes a portrait apart and shapes what moves it. */
final class SceneMaker {
  private SceneMaker() {}

  static Scene make(
      String bundleDigest, PreparedPortrait portrait, RegionFitting fitting, double expandRatio) {
    FaceGeometry face = new FaceGeometry(portrait.landmarks());
    Lips lips = new Lips(face);
    Lid[] lids = Lid.both(portrait.landmarks(), portrait.frame());
    Region region = fitting.fit(portrait.landmarks(), expandRatio);
    FieldGrid grid = FieldGrid.over(region, face.mouthWidth());
    return new Scene(
        bundleDigest,
        portrait.frame(),
        new HeadSway(face, grid),
        FieldMaker.make(face, lips, lids, grid),
        LayerPainter.paint(face, lips, lids, region, portrait.frame()));
  }
}
