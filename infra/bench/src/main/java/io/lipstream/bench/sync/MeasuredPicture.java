package io.lipstream.bench.sync;

import io.lipstream.portrait.FaceLandmarks;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.DoublePredicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Frames of a portrait as they were seen.
 *
 * @param still the face before it moved
 * @param faces the face in each frame
 * @param stillPoints the still face as the other network sees it
 * @param points the face in each frame as the other network sees it
 * @param backgrounds of each frame against the prepared portrait, dB
 */
record MeasuredPicture(
    FaceLandmarks still,
    List<FaceLandmarks> faces,
    Points68 stillPoints,
    List<Points68> points,
    List<Double> backgrounds) {
  private static final double MOST_JUMPS = 0.99;

  /** Mean of {@link FaceShape#drift} over the frames. */
  double drift() {
    return faces.stream().mapToDouble(face -> FaceShape.drift(still, face)).average().orElseThrow();
  }

  /** The same by the other network's points. */
  double independentDrift() {
    return points.stream()
        .mapToDouble(each -> Points68.drift(stillPoints, each))
        .average()
        .orElseThrow();
  }

  double lowestBackground() {
    return backgrounds.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
  }

  /** What 99 % of landmarks do not jump further than from a frame to the next, in chosen frames. */
  double jump(DoublePredicate held) {
    return jump(faces, FaceShape::jumps, held);
  }

  /** The same by the other network's points, lids aside. */
  double independentJump(DoublePredicate held) {
    return jump(points, Points68::jumps, held);
  }

  private static <F> double jump(
      List<F> faces, BiFunction<F, F, double[]> jumps, DoublePredicate held) {
    return Curves.quantile(
        IntStream.range(1, faces.size())
            .filter(frame -> held.test((frame + 0.5) / MeasuredClip.FRAMES_A_SECOND))
            .mapToObj(frame -> jumps.apply(faces.get(frame - 1), faces.get(frame)))
            .flatMapToDouble(DoubleStream::of)
            .toArray(),
        MOST_JUMPS);
  }
}
