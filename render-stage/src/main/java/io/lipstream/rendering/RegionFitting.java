package io.lipstream.rendering;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.portrait.FaceLandmarks;
import java.util.List;

/**
 * Fits the box that anything may move in around a face: the landmarks, grown by what the jaw, the
 * skin about it and the head's sway need, then grown to canonical sides, so that an engine meets
 * few shapes. Never resampled.
 */
final class RegionFitting {
  /** What motion needs beside the landmarks, in heights of the face. */
  private static final double MOTION = 0.25;

  private final List<Integer> sides;
  private final boolean square;

  /**
   * @param sides canonical sides, ascending, even
   */
  RegionFitting(List<Integer> sides) {
    this(sides, false);
  }

  /**
   * @param sides canonical sides, ascending, even
   * @param square whether a region's sides are equal, so that an engine meets fewer shapes yet
   */
  RegionFitting(List<Integer> sides, boolean square) {
    this.sides = sides;
    this.square = square;
  }

  /**
   * The region about a face.
   *
   * @param expandRatio further room on each side, in heights of the face
   * @throws LipstreamException INVALID_PARAMETER if the engine has no plan for a region so large
   */
  Region fit(FaceLandmarks face, double expandRatio) {
    double left = Double.MAX_VALUE;
    double top = Double.MAX_VALUE;
    double right = -Double.MAX_VALUE;
    double bottom = -Double.MAX_VALUE;
    for (int i = 0; i < FaceLandmarks.COUNT; i++) {
      left = Math.min(left, face.x(i));
      right = Math.max(right, face.x(i));
      top = Math.min(top, face.y(i));
      bottom = Math.max(bottom, face.y(i));
    }
    double margin = (MOTION + expandRatio) * (bottom - top);
    double neededWidth = right - left + 2 * margin;
    double neededHeight = bottom - top + 2 * margin;
    refuseBeyondPlans(Math.max(neededWidth, neededHeight));
    int width = canonical(square ? Math.max(neededWidth, neededHeight) : neededWidth);
    int height = square ? width : canonical(neededHeight);
    return new Region(
        even((left + right - width) / 2), even((top + bottom - height) / 2), width, height);
  }

  private void refuseBeyondPlans(double side) {
    int largest = sides.get(sides.size() - 1);
    if (square && side > largest) {
      throw new LipstreamException(
          ErrorCode.INVALID_PARAMETER,
          "min_resolution: the face needs a moving region of %.0f pixels a side, of which the engine has plans up to %d (render.plan-sides); ask for less"
              .formatted(side, largest));
    }
  }

  private int canonical(double length) {
    for (int side : sides) {
      if (side >= length) {
        return side;
      }
    }
    int largest = sides.get(sides.size() - 1);
    return (int) Math.ceil(length / largest) * largest;
  }

  private static int even(double position) {
    return 2 * (int) Math.round(position / 2);
  }
}
