package io.lipstream.rendering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lipstream.motion.MotionChannel;
import io.lipstream.portrait.PreparedPortrait;
import io.lipstream.portrait.RgbImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A shut lid looks like skin with lashes at its lower edge, on photographs and on a painting. */
final class LidTest {
  /** Columns that are looked at, in widths of the eye. */
  private static final double[] COLUMNS = {0.35, 0.45, 0.55, 0.65};

  private final List<RgbImage> frames = new ArrayList<>();
  private Lid[] lids;

  static Stream<PreparedPortrait> portraits() {
    return Stream.of(
        Portraits.astronaut(512), Portraits.astronautFace(512), Portraits.monaLisa(512));
  }

  @ParameterizedTest
  @MethodSource("portraits")
  void theLashesComeDownToTheLowerLidAndNoneStayAbove(PreparedPortrait portrait) {
    render(portrait, 0, 1);
    for (Lid lid : lids) {
      double width = lid.eye().width();
      double lashes = 0;
      double above = 0;
      for (double share : COLUMNS) {
        double x = share * width;
        double top = lid.crease(x) - 0.05 * width;
        double darkest = darkest(lid, 1, x, top, lid.lower(x) + 0.1 * width);
        assertThat(darkest).isCloseTo(lid.lower(x), within(0.14 * width));
        lashes += light(lid, 1, x, darkest);
        above += light(lid, 1, x, darkest(lid, 1, x, top, darkest - 0.12 * width));
      }
      assertThat(above).isGreaterThan(1.15 * lashes);
    }
  }

  @ParameterizedTest
  @MethodSource("portraits")
  void whereTheEyeWasThereIsSkin(PreparedPortrait portrait) {
    render(portrait, 0, 1);
    for (Lid lid : lids) {
      double width = lid.eye().width();
      double eye = 0;
      double skin = 0;
      for (double share : COLUMNS) {
        double x = share * width;
        eye += light(lid, 1, x, (lid.crease(x) + lid.lower(x)) / 2);
        skin += light(lid, 0, x, lid.lower(x) + 0.3 * width);
      }
      assertThat(eye / skin).isBetween(0.5, 1.2);
    }
  }

  @ParameterizedTest
  @MethodSource("portraits")
  void theMoreItShutsTheMoreOfTheEyeIsHidden(PreparedPortrait portrait) {
    render(portrait, 0, 0.25, 0.5, 0.75, 1);
    for (Lid lid : lids) {
      double before = 0;
      for (int frame = 1; frame < frames.size(); frame++) {
        double changed = changed(lid, frame);
        assertThat(changed).isGreaterThan(before);
        before = changed;
      }
    }
  }

  /** Share of the eye's inside that differs from the open eye. */
  private double changed(Lid lid, int frame) {
    double width = lid.eye().width();
    int changed = 0;
    int all = 0;
    for (double x = 0.25 * width; x < 0.75 * width; x += 0.5) {
      for (double y = lid.crease(x); y < lid.lower(x); y += 0.5) {
        all++;
        changed += Math.abs(light(lid, frame, x, y) - light(lid, 0, x, y)) > 8 ? 1 : 0;
      }
    }
    return (double) changed / all;
  }

  private void render(PreparedPortrait portrait, double... blinks) {
    lids = Lid.both(portrait.landmarks(), portrait.frame());
    float[][] rows = new float[blinks.length][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = Motions.row(Map.of(MotionChannel.BLINK, blinks[i]));
    }
    try (FaceRenderer renderer = new FaceRenderer(Portraits.BUNDLE, Portraits.ENGINE)) {
      Scene scene = renderer.prepare(portrait);
      renderer.render(scene, Motions.track(rows), region -> frames.add(scene.compose(region)));
    }
  }

  private double darkest(Lid lid, int frame, double x, double from, double to) {
    double darkest = from;
    for (double y = from; y <= to; y += 0.5) {
      darkest = light(lid, frame, x, y) < light(lid, frame, x, darkest) ? y : darkest;
    }
    return darkest;
  }

  private double light(Lid lid, int frame, double x, double y) {
    RgbImage picture = frames.get(frame);
    return (lid.eye().seen(picture, 0, x, y)
            + lid.eye().seen(picture, 1, x, y)
            + lid.eye().seen(picture, 2, x, y))
        / 3;
  }
}
