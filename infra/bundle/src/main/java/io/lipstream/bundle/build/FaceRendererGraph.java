package io.lipstream.bundle.build;

import java.util.List;
import java.util.stream.Stream;

/**
 * The generic renderer: everything that is known of a portrait is an input, so that one graph
 * serves every portrait and every region size. No control flow, only 4-D GridSample.
 *
 * <p>Places are those of GridSample over the region: -1 at its left or top edge, 1 at its right or
 * bottom one; displacements are in pixels. At each cell of a grid that is coarser than the picture
 * the head's motion is undone, and there the face's fields, weighed by the frame's coefficients,
 * are looked up. What comes of it is brought to the picture's size, and at the displaced places two
 * layers are sampled. Base: the picture, with teeth and the dark of the mouth painted in below the
 * upper lip. Second: the picture from the lower lip down, tongue and lower teeth above that lip, a
 * closed lid above each eye.
 *
 * <p>A batch is G groups of K frames. The frames of a group are of one portrait and folded into the
 * grid's height, so that they share its layers; each group takes the maps of one of P portraits. So
 * a run of one portrait copies its maps once (G = 1), and a run of several, in any mix, copies them
 * for each frame (K = 1), where they are and not on the way there. Colour and coverage stand before
 * the frames of a group, so that folding copies nothing.
 *
 * <ul>
 *   <li>{@code pixelPlaces} [1, 2, H, W], {@code cellPlaces} [1, 2, h, w]: x and y of each
 *   <li>{@code pixelUnits} [1, 2, 1, 1]: what one pixel is in places, across and down
 *   <li>{@code headFields} [P, 3, h*w]: soft mask of the head; times x; times y, about the pivot
 *   <li>{@code faceFields} [P, 11, 5*h*w]: for one unit of each coefficient, displacement of the
 *       base (x, y) and of the second layer (x, y), and the share of more light
 *   <li>{@code base} [P, 4, H, W]: R G B, 0 to 255; how much it hides what is behind, 0 to 1
 *   <li>{@code second} [P, 5, H, W]: R G B; coverage in front of the base; behind it
 *   <li>{@code portrait} [G]: which of the P portraits a group is of; a whole number
 *   <li>{@code head} [G, K*2, 3]: for x and y of each frame, constant, x and y part of the
 *       displacement that undoes the motion
 *   <li>{@code face} [G, K, 11]: coefficients of the face's fields
 *   <li>{@code frames} [G, 3, K*H, W]: R G B of each group's frames, 0 to 255
 * </ul>
 */
final class FaceRendererGraph {
  private static final int COEFFICIENTS = 11;
  private static final int FIELDS = 5;

  private final OnnxGraph graph = new OnnxGraph("face_renderer");
  private final String size;
  private final String groups;
  private final String index;

  private FaceRendererGraph() {
    String pixelPlaces = graph.input("pixelPlaces", 1, 2, "H", "W");
    String cellPlaces = graph.input("cellPlaces", 1, 2, "h", "w");
    String pixelUnits = graph.input("pixelUnits", 1, 2, 1, 1);
    String headFields = graph.input("headFields", "P", 3, "p");
    String faceFields = graph.input("faceFields", "P", COEFFICIENTS, "q");
    String base = graph.input("base", "P", 4, "H", "W");
    String second = graph.input("second", "P", 5, "H", "W");
    String portrait = graph.input("portrait", "G");
    String head = graph.input("head", "G", "D", 3);
    String face = graph.input("face", "G", "K", COEFFICIENTS);
    size = size(pixelPlaces);
    groups = graph.node("Shape", List.of(portrait));
    index = graph.node("Cast", List.of(portrait), "to", OnnxGraph.INT32);

    String cellSize = size(cellPlaces);
    String headMotion = times(planes(matrixProduct(head, headFields), 2, cellSize), pixelUnits);
    String fields =
        sample(
            planes(matrixProduct(face, faceFields), FIELDS, cellSize),
            pixelsLast(plus(cellPlaces, headMotion)));
    String baseMotion = minus(headMotion, times(slice(fields, 0, 2, 1), pixelUnits));
    String secondMotion = minus(headMotion, times(slice(fields, 2, 4, 1), pixelUnits));
    String motion =
        enlarged(
            graph.node(
                "Concat", List.of(baseMotion, secondMotion, slice(fields, 4, 5, 1)), "axis", 1));

    String below = layer(base, plus(pixelPlaces, slice(motion, 0, 2, 1)));
    String above = layer(second, plus(pixelPlaces, slice(motion, 2, 4, 1)));
    String room = minus(graph.constant(1), channel(below, 3));
    String front = channel(above, 3);
    String shown =
        plus(front, times(minus(graph.constant(1), front), times(channel(above, 4), room)));
    String picture = over(slice(below, 0, 3, 1), slice(above, 0, 3, 1), shown);
    String light = grouped(slice(motion, 4, 5, 1), graph.integers(1, -1), slice(size, 1, 2, 0));
    graph.namedNode("Add", List.of(picture, times(picture, light)), "frames");
    graph.output("frames", "G", 3, "R", "W");
  }

  static byte[] build() {
    return new FaceRendererGraph().graph.toBytes();
  }

  /** What lies on top where it covers; exactly what lies below where both are the same. */
  private String over(String below, String top, String coverage) {
    return plus(below, times(minus(top, below), coverage));
  }

  private String plus(String one, String other) {
    return graph.node("Add", List.of(one, other));
  }

  private String minus(String one, String other) {
    return graph.node("Sub", List.of(one, other));
  }

  private String times(String one, String other) {
    return graph.node("Mul", List.of(one, other));
  }

  private String channel(String layer, int channel) {
    return slice(layer, channel, channel + 1, 1);
  }

  /** Each group's coefficients times its portrait's fields. */
  private String matrixProduct(String coefficients, String fields) {
    return graph.node("MatMul", List.of(coefficients, ofGroups(fields)));
  }

  /** The maps of each group's portrait. */
  private String ofGroups(String maps) {
    return graph.node("Gather", List.of(maps, index), "axis", 0);
  }

  /** What each group's portrait has at the places of its frames, which stand below each other. */
  private String layer(String maps, String places) {
    return sample(
        ofGroups(maps),
        grouped(pixelsLast(places), graph.integers(-1), slice(size, 1, 2, 0), graph.integers(2)));
  }

  /** Values with the groups as their first axis and these after it. */
  private String grouped(String values, String... axes) {
    return graph.node(
        "Reshape",
        List.of(
            values,
            graph.node(
                "Concat", Stream.concat(Stream.of(groups), Stream.of(axes)).toList(), "axis", 0)));
  }

  /** Coarse planes at the region's size. */
  private String enlarged(String planes) {
    String sizes =
        graph.node(
            "Concat",
            List.of(slice(graph.node("Shape", List.of(planes)), 0, 2, 0), size),
            "axis",
            0);
    return graph.node(
        "Resize",
        List.of(planes, "", "", sizes),
        "mode",
        "linear",
        "coordinate_transformation_mode",
        "half_pixel");
  }

  private String size(String planes) {
    return slice(graph.node("Shape", List.of(planes)), 2, 4, 0);
  }

  /** Rows of pixels as planes of a size, so many channels a frame. */
  private String planes(String rows, long channels, String planeSize) {
    return graph.node(
        "Reshape",
        List.of(
            rows,
            graph.node("Concat", List.of(graph.integers(-1, channels), planeSize), "axis", 0)));
  }

  private String pixelsLast(String places) {
    return graph.node("Transpose", List.of(places), "perm", new int[] {0, 2, 3, 1});
  }

  private String sample(String layer, String places) {
    return graph.node(
        "GridSample",
        List.of(layer, places),
        "mode",
        "bilinear",
        "padding_mode",
        "border",
        "align_corners",
        0);
  }

  private String slice(String value, long from, long to, long axis) {
    return graph.node(
        "Slice", List.of(value, graph.integers(from), graph.integers(to), graph.integers(axis)));
  }
}
