package io.lipstream.rendering;

import io.lipstream.inference.Tensor;
import io.lipstream.portrait.PreparedPortrait;
import java.util.HashMap;
import java.util.Map;

/** Makes the maps of a portrait as inputs of the renderer's graph. */
final class SceneMaker {
  /** Up to this many pixels a mouth, the displacement fields are as fine as the picture. */
  private static final double SMALL_MOUTH = 32;

  private SceneMaker() {}

  static Scene make(PreparedPortrait portrait, RegionFitting fitting, double expandRatio) {
    FaceGeometry face = new FaceGeometry(portrait.landmarks());
    Lips lips = new Lips(face);
    Region region = fitting.fit(portrait.landmarks(), expandRatio);
    int width = region.width();
    int height = region.height();
    int coarseness = face.mouthWidth() > SMALL_MOUTH ? 2 : 1;
    int fieldWidth = width / coarseness;
    int fieldHeight = height / coarseness;
    HeadSway sway = new HeadSway(face, region);
    PortraitLayers layers = PortraitLayers.of(face, lips, region, portrait.frame());
    Map<String, Tensor> maps = new HashMap<>();
    maps.put("identity", Scene.map(identity(width, height), 1, 2, height, width));
    maps.put(
        "headFields",
        Scene.map(sway.fields(width, height), HeadSway.PLANES, (long) width * height));
    maps.put(
        "coarseIdentity",
        Scene.map(identity(fieldWidth, fieldHeight), 1, 2, fieldHeight, fieldWidth));
    maps.put(
        "coarseHeadFields",
        Scene.map(
            sway.fields(fieldWidth, fieldHeight),
            HeadSway.PLANES,
            (long) fieldWidth * fieldHeight));
    maps.put(
        "mouthFields",
        Scene.map(
            DisplacementFields.of(face, lips, region, fieldWidth, fieldHeight),
            MouthCoefficient.COUNT,
            DisplacementFields.PLANES,
            fieldHeight,
            fieldWidth));
    maps.put(
        "upperLayer", Scene.map(layers.upper(), 1, PortraitLayers.UPPER_PLANES, height, width));
    maps.put(
        "lowerLayer", Scene.map(layers.lower(), 1, PortraitLayers.LOWER_PLANES, height, width));
    maps.put("lidLayer", Scene.map(layers.lid(), 1, PortraitLayers.LID_PLANES, height, width));
    return new Scene(portrait.frame(), region, sway, Map.copyOf(maps));
  }

  /** Places of the pixels' centres, from -1 to 1 over the region. */
  private static float[] identity(int width, int height) {
    float[] places = new float[2 * width * height];
    for (int row = 0; row < height; row++) {
      for (int column = 0; column < width; column++) {
        places[row * width + column] = (float) ((2 * column + 1.0) / width - 1);
        places[(height + row) * width + column] = (float) ((2 * row + 1.0) / height - 1);
      }
    }
    return places;
  }
}
