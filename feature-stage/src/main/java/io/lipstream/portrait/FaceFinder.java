package io.lipstream.portrait;

import io.lipstream.inference.Network;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds the faces of a picture, largest first. One thread at a time.
 *
 * <p>The detector sees the whole picture, letterboxed to a square; where it finds nothing, or fewer
 * faces than asked for, overlapping squares of half and of a quarter of the longer side are tried,
 * so that a small face in a wide picture is found whatever its aspect. Each candidate, however
 * faint, is then looked at again twice, in a square of 2.2 times its own box; what is still
 * confident there and is confirmed by the mesh is a face.
 */
final class FaceFinder {
  private static final double FAINT = 0.25;
  private static final double CLOSER_LOOK = 2.2;
  private static final int CLOSER_LOOKS = 2;
  private static final double SAME_FACE_OVERLAP = 0.3;
  private static final int MOST_CANDIDATES = 12;

  private final FaceDetector detector;
  private final FaceMesh mesh;
  private final double minimumConfidence;

  FaceFinder(Network detector, Network mesh, double minimumConfidence) {
    this.detector = new FaceDetector(detector);
    this.mesh = new FaceMesh(mesh);
    this.minimumConfidence = minimumConfidence;
  }

  /**
   * Finds faces.
   *
   * @param wanted how many are asked for; more may come back
   */
  List<Face> find(RgbImage image, int wanted) {
    double longSide = Math.max(image.width(), image.height());
    Placement whole = new Placement(image.width() / 2.0, image.height() / 2.0, longSide, 0);
    List<Face> faces = confirm(image, detector.detect(image, whole, FAINT));
    for (int parts = 2; parts <= 4 && faces.size() < wanted; parts *= 2) {
      List<FaceBox> boxes = new ArrayList<>(faces.stream().map(Face::box).toList());
      for (Placement tile : tiles(image, longSide / parts)) {
        boxes.addAll(detector.detect(image, tile, minimumConfidence));
      }
      faces = confirm(image, FaceBox.merge(boxes));
    }
    return faces;
  }

  private List<Face> confirm(RgbImage image, List<FaceBox> candidates) {
    List<Face> faces = new ArrayList<>();
    for (FaceBox candidate : candidates.stream().limit(MOST_CANDIDATES).toList()) {
      closer(image, candidate)
          .filter(box -> faces.stream().noneMatch(face -> isSame(face.box(), box)))
          .map(box -> mesh.fit(image, box))
          .filter(face -> face.landmarks().confidence() >= minimumConfidence)
          .ifPresent(faces::add);
    }
    faces.sort(Comparator.comparingDouble(Face::size).reversed());
    return faces;
  }

  private Optional<FaceBox> closer(RgbImage image, FaceBox candidate) {
    FaceBox box = candidate;
    for (int look = 0; look < CLOSER_LOOKS; look++) {
      FaceBox last = box;
      Placement around = new Placement(box.centerX(), box.centerY(), CLOSER_LOOK * box.size(), 0);
      Optional<FaceBox> again =
          detector.detect(image, around, minimumConfidence).stream()
              .filter(seen -> seen.overlap(last) > 0)
              .max(Comparator.comparingDouble(seen -> seen.overlap(last)));
      if (again.isEmpty()) {
        return Optional.of(box).filter(seen -> seen.score() >= minimumConfidence);
      }
      box = again.get();
    }
    return Optional.of(box);
  }

  private static boolean isSame(FaceBox one, FaceBox other) {
    return one.overlap(other) > SAME_FACE_OVERLAP;
  }

  /** Squares that cover the picture, each half over its neighbours. */
  private static List<Placement> tiles(RgbImage image, double side) {
    List<Placement> tiles = new ArrayList<>();
    for (double y : centers(image.height(), side)) {
      for (double x : centers(image.width(), side)) {
        tiles.add(new Placement(x, y, side, 0));
      }
    }
    return tiles;
  }

  private static double[] centers(double length, double side) {
    int count = (int) Math.max(1, Math.ceil((length - side) / (side / 2)) + 1);
    double[] centers = new double[count];
    for (int i = 0; i < count; i++) {
      centers[i] = count == 1 ? length / 2 : side / 2 + i * (length - side) / (count - 1);
    }
    return centers;
  }
}
