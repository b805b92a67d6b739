package io.lipstream.rendering;

import io.lipstream.batching.BatchLimits;
import io.lipstream.engine.InputShapes;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How frames are batched for the graph.
 *
 * @param limits when a batch closes
 * @param memoryBytes device memory that a run may take; none for what the device has free
 * @param warmUps what the engine is made ready for before the first job
 * @param tuningFile limits that may change while the job runs, in a file of the same keys
 * @param planSides sides of the square regions that plans are built for, ascending, multiples of 4
 */
public record BatchingSettings(
    BatchLimits limits,
    Optional<Path> tuningFile,
    OptionalLong memoryBytes,
    List<FieldGrid> warmUps,
    List<Integer> planSides) {
  /** Most that a batch may cost without a GPU: 8 frames of 1024x1024 would take 2 GB. */
  private static final long PROCESSOR_COST = 1 << 20;

  private static final Pattern REGION = Pattern.compile("([1-9]\\d{1,3})x([1-9]\\d{1,3})");

  /** What the tuning file may hold. */
  static final List<Setting> TUNABLE =
      List.of(
          new Setting(
              "render.batch-sizes",
              "1,2,4,8",
              "frames list",
              "Sizes of batches that the engine has plans for, ascending from 1."),
          new Setting(
              "render.batch-cost",
              "8388608",
              "frames x pixels x steps",
              "Most that a batch of more than one frame may cost; the default is 8 frames of 1024x1024. Without a GPU at most 1048576, since there a batch takes memory and saves nothing."),
          new Setting(
              "render.batch-delay-ms",
              "5",
              "ms",
              "How long the oldest frame of a batch that is not full waits."),
          new Setting(
              "render.batch-ageing-ms",
              "1000",
              "ms",
              "How much older a bulk frame must be to go before an interactive one."));

  private static final List<Setting> FIXED =
      List.of(
          new Setting(
              "render.batch-tuning-file",
              "",
              "file",
              "Properties file of render.batch-* values that count in place of these while it is there; read again when it changes."),
          new Setting(
              "render.device-memory-bytes",
              "0",
              "bytes",
              "Device memory that a run may take beside what is in use before it, as measured; 0 for what the device has free at the start."),
          new Setting(
              "render.warm-up-regions",
              "",
              "WIDTHxHEIGHT list",
              "Sizes of moving regions that every batch size is run for before the first job; what there are plans for is always run."),
          new Setting(
              "render.plan-sides",
              "256, 384, 512, 768, 1024",
              "pixels list",
              "Sides of the square moving regions, multiples of 4, that TensorRT plans are built for; faces are fitted to them."));

  public static final List<Setting> SETTINGS =
      Stream.of(TUNABLE, FIXED).flatMap(List::stream).toList();

  /** The defaults. */
  public static BatchingSettings defaults() {
    return from(Settings.parse(SETTINGS, Map.of()));
  }

  /** Reads the keys of {@link #SETTINGS}. */
  public static BatchingSettings from(Settings settings) {
    long memory = settings.bytes("render.device-memory-bytes");
    return new BatchingSettings(
        limits(settings),
        settings.optionalText("render.batch-tuning-file").map(Path::of),
        memory == 0 ? OptionalLong.empty() : OptionalLong.of(memory),
        settings.list("render.warm-up-regions").stream()
            .flatMap(BatchingSettings::warmUps)
            .toList(),
        settings.list("render.plan-sides").stream()
            .map(BatchingSettings::planSide)
            .sorted()
            .toList());
  }

  /** Reads the keys of {@link #TUNABLE}. */
  static BatchLimits limits(Settings settings) {
    List<Integer> sizes =
        settings.list("render.batch-sizes").stream().map(BatchingSettings::size).toList();
    try {
      return new BatchLimits(
          sizes,
          settings.bytes("render.batch-cost"),
          settings.milliseconds("render.batch-delay-ms"),
          settings.milliseconds("render.batch-ageing-ms"));
    } catch (IllegalArgumentException e) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "configuration keys 'render.batch-*': " + e.getMessage());
    }
  }

  /** Every set of inputs that a plan is built for. */
  public List<InputShapes> plannedShapes() {
    List<InputShapes> shapes = new ArrayList<>();
    for (FieldGrid grid : plannedGrids()) {
      for (RunShape shape : RunShape.all(grid, limits.sizes())) {
        shapes.add(GraphInputs.shapes(grid, shape));
      }
    }
    return shapes;
  }

  /** Every grid that plans of each size are built for. */
  List<FieldGrid> plannedGrids() {
    return planSides.stream().flatMap(side -> grids(side, side)).toList();
  }

  /** These limits on an engine with or without a GPU. */
  static BatchLimits limitsFor(boolean graphicsProcessor, BatchLimits limits) {
    return new BatchLimits(
        limits.sizes(),
        graphicsProcessor ? limits.cost() : Math.min(limits.cost(), PROCESSOR_COST),
        limits.delay(),
        limits.ageing());
  }

  private static int planSide(String text) {
    if (!text.matches("[1-9]\\d{1,3}") || Integer.parseInt(text) % 4 != 0) {
      throw invalid("render.plan-sides", text, "multiples of 4 up to 9996");
    }
    return Integer.parseInt(text);
  }

  private static int size(String text) {
    if (!text.matches("[1-9]\\d{0,3}")) {
      throw invalid("render.batch-sizes", text, "whole numbers from 1 to 9999");
    }
    return Integer.parseInt(text);
  }

  private static Stream<FieldGrid> warmUps(String text) {
    Matcher region = REGION.matcher(text);
    if (!region.matches()) {
      throw invalid("render.warm-up-regions", text, "WIDTHxHEIGHT, such as 448x512");
    }
    return grids(Integer.parseInt(region.group(1)), Integer.parseInt(region.group(2)));
  }

  /** Every grid that a region of that size can have. */
  private static Stream<FieldGrid> grids(int width, int height) {
    return FieldGrid.CELL_SIDES.stream()
        .filter(side -> width % side == 0 && height % side == 0)
        .map(side -> new FieldGrid(new Region(0, 0, width, height), side));
  }

  private static LipstreamException invalid(String key, String value, String expected) {
    return new LipstreamException(
        ErrorCode.CONFIGURATION_INVALID,
        "configuration key '%s' holds '%s', expected %s".formatted(key, value, expected));
  }
}
