package io.lipstream.rendering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.portrait.FaceLandmarks;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Regions have sides that the engine knows. */
final class RegionFittingTest {
  private static final List<Integer> SIDES = List.of(256, 512);

  @Test
  void plansAreSquareAndTheSmallestThatHoldsTheFace() {
    Region region = new RegionFitting(SIDES, true).fit(face(100, 150), 0);
    assertThat(region.width()).isEqualTo(256);
    assertThat(region.height()).isEqualTo(256);
  }

  @Test
  void aFaceLargerThanEveryPlanIsRefusedWithWhatThereIs() {
    assertThatThrownBy(() -> new RegionFitting(SIDES, true).fit(face(100, 400), 0.2))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PARAMETER))
        .hasMessageContaining("region of 760 pixels")
        .hasMessageContaining("up to 512");
  }

  @Test
  void withoutPlansALargerRegionIsAMultipleOfTheLargestSide() {
    Region region = new RegionFitting(SIDES).fit(face(100, 400), 0.2);
    assertThat(region.width()).isEqualTo(512);
    assertThat(region.height()).isEqualTo(1024);
  }

  private static FaceLandmarks face(int width, int height) {
    float[] points = new float[2 * FaceLandmarks.COUNT];
    for (int i = 0; i < FaceLandmarks.COUNT; i++) {
      points[2 * i] = 1_000 + width * i / (FaceLandmarks.COUNT - 1f);
      points[2 * i + 1] = 1_000 + height * i / (FaceLandmarks.COUNT - 1f);
    }
    return new FaceLandmarks(points, 1);
  }
}
