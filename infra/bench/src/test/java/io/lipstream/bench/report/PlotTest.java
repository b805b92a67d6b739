package io.lipstream.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlotTest {
  private static final int RED = 0xd22828;

  @TempDir Path folder;

  private static Plot rising(double... y) {
    double[] x = IntStream.range(0, y.length).asDoubleStream().toArray();
    return new Plot("title", "x", "y").with(new Series("line", x, y));
  }

  @Test
  void aLineThatRisesIsHigherAtItsEnd() {
    BufferedImage image = rising(0, 10).draw();
    assertThat(rowOf(image, image.getWidth() - 40)).isLessThan(rowOf(image, 200) - 100);
  }

  @Test
  void aFlatLineIsAtItsHeight() {
    BufferedImage image = rising(5, 5, 10).draw();
    BufferedImage flat = rising(10, 10, 10).draw();
    assertThat(rowOf(image, 300)).isGreaterThan(rowOf(flat, 300) + 100);
  }

  @Test
  void theFileIsAPicture() throws Exception {
    Report.begin(folder, "title").plot("plot.png", rising(1, 2)).end();
    assertThat(ImageIO.read(folder.resolve("plot.png").toFile())).isNotNull();
    assertThat(Files.readString(folder.resolve("report.md")))
        .startsWith("# title")
        .contains("![plot.png](plot.png)");
  }

  @Property
  void ticksAreFewAndHoldTheLargest(@ForAll @DoubleRange(min = -5, max = 9) double power) {
    double largest = Math.pow(10, power);
    Ticks ticks = Ticks.upTo(largest);
    assertThat(ticks.count()).isBetween(1, 10);
    assertThat(ticks.end()).isGreaterThanOrEqualTo(largest * (1 - 1e-6));
    assertThat(ticks.end() - ticks.step()).isLessThan(largest * (1 + 1e-6));
  }

  @Test
  void labelsHaveTheDigitsOfTheStep() {
    assertThat(Ticks.upTo(0.04).label(1)).isEqualTo("0.005");
    assertThat(Ticks.upTo(1000).label(10)).isEqualTo("1000");
  }

  /** The uppermost row of the column below the legend that is red. */
  private static int rowOf(BufferedImage image, int column) {
    for (int y = 64; y < image.getHeight(); y++) {
      if ((image.getRGB(column, y) & 0xffffff) == RED) {
        return y;
      }
    }
    throw new AssertionError("no red in column " + column);
  }
}
