package io.lipstream.bundle.build;

import java.util.List;

/**
 * The generic renderer: everything that is known of a portrait is an input, so that one graph
 * serves every portrait and every region size. No control flow, only 4-D GridSample.
 *
 * <p>Coordinates are those of GridSample over the region: -1 at its left or top edge, 1 at its
 * right or bottom one. For each pixel of the output the head's motion is undone; there the mouth's
 * and the lids' displacements are looked up; at the displaced places three layers of the portrait
 * are sampled. Upper layer: the picture with teeth and the dark of the mouth painted in below the
 * upper lip. Lower layer: the picture with the tongue painted in above the lower lip. Lids: the
 * picture again, pulled down over the eyes. Frames of a batch are folded into the grid's height,
 * since they share the layers; colour and coverage stand outermost, so that folding and unfolding
 * copy nothing.
 *
 * <ul>
 *   <li>{@code identity} [1, 2, H, W]: x and y of each pixel
 *   <li>{@code headFields} [3, H*W]: soft mask of the head; times x; times y, about the pivot
 *   <li>{@code coarseIdentity} [1, 2, h, w], {@code coarseHeadFields} [3, h*w]: the same, where the
 *       mouth's fields are given
 *   <li>{@code mouthFields} [8, 6, h, w]: displacement of the upper layer (x, y), the lower layer
 *       (x, y) and the lids (x, y) for one unit of each mouth coefficient; they are smooth, so that
 *       they may be coarser than the region
 *   <li>{@code head} [B, 2, 3]: constant, x and y part of the displacement that undoes the motion
 *   <li>{@code mouth} [B, 8]: coefficients of the mouth fields
 *   <li>{@code upperLayer} [1, 4, H, W]: R G B, 0 to 255; coverage of lip and teeth, 0 to 1
 *   <li>{@code lowerLayer} [1, 5, H, W]: R G B; coverage of the lip; of the tongue
 *   <li>{@code lidLayer} [1, 4, H, W]: R G B; coverage of the lid
 *   <li>{@code frames} [3, B, H, W]: R G B of each frame, 0 to 255
 * </ul>
 */
final class FaceRendererGraph {
  private static final int FIELDS = 6;

  private final OnnxGraph graph = new OnnxGraph("face_renderer");
  private final String size;

  private FaceRendererGraph() {
    String identity = graph.input("identity", 1, 2, "H", "W");
    String headFields = graph.input("headFields", 3, "P");
    String coarseIdentity = graph.input("coarseIdentity", 1, 2, "h", "w");
    String coarseHeadFields = graph.input("coarseHeadFields", 3, "p");
    String mouthFields = graph.input("mouthFields", 8, FIELDS, "h", "w");
    String head = graph.input("head", "B", 2, 3);
    String mouth = graph.input("mouth", "B", 8);
    String upperLayer = graph.input("upperLayer", 1, 4, "H", "W");
    String lowerLayer = graph.input("lowerLayer", 1, 5, "H", "W");
    String lidLayer = graph.input("lidLayer", 1, 4, "H", "W");
    size = size(identity);

    String still = withoutHeadMotion(identity, headFields, head, size);
    String fieldRows = graph.node("Reshape", List.of(mouthFields, graph.integers(8, -1)));
    String fields =
        enlarged(
            sample(
                planes(matrixProduct(mouth, fieldRows), FIELDS, size(mouthFields)),
                pixelsLast(
                    withoutHeadMotion(
                        coarseIdentity, coarseHeadFields, head, size(coarseIdentity)))));
    String upperPlace = graph.node("Sub", List.of(still, slice(fields, 0, 2, 1)));
    String lowerPlace = graph.node("Sub", List.of(still, slice(fields, 2, 4, 1)));
    String lidPlace = graph.node("Sub", List.of(upperPlace, slice(fields, 4, 6, 1)));

    String upper = sample(upperLayer, folded(upperPlace));
    String lower = sample(lowerLayer, folded(lowerPlace));
    String lid = sample(lidLayer, folded(lidPlace));
    String face = over(color(upper), color(lid), coverage(lid, 3));
    String beforeTeeth =
        graph.node(
            "Mul",
            List.of(
                coverage(lower, 4),
                graph.node("Sub", List.of(graph.constant(1), coverage(upper, 3)))));
    String withTongue = over(face, color(lower), beforeTeeth);
    String whole = over(withTongue, color(lower), coverage(lower, 3));
    graph.namedNode(
        "Reshape",
        List.of(whole, graph.node("Concat", List.of(graph.integers(3, -1), size), "axis", 0)),
        "frames");
    graph.output("frames", 3, "B", "H", "W");
  }

  static byte[] build() {
    return new FaceRendererGraph().graph.toBytes();
  }

  /** What lies on top where it covers; exactly what lies below where both are the same. */
  private String over(String below, String top, String coverage) {
    String difference = graph.node("Sub", List.of(top, below));
    return graph.node("Add", List.of(below, graph.node("Mul", List.of(difference, coverage))));
  }

  private String color(String layer) {
    return slice(layer, 0, 3, 1);
  }

  private String coverage(String layer, int channel) {
    return slice(layer, channel, channel + 1, 1);
  }

  private String matrixProduct(String coefficients, String fields) {
    return graph.node("MatMul", List.of(coefficients, fields));
  }

  private String withoutHeadMotion(String places, String fields, String head, String placesSize) {
    return graph.node("Add", List.of(places, planes(matrixProduct(head, fields), 2, placesSize)));
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

  /** Rows of pixels as planes of a size, so many channels an item of the batch. */
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

  private String folded(String places) {
    return graph.node("Reshape", List.of(pixelsLast(places), graph.integers(1, -1, 0, 2)));
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
