package io.lipstream.admission;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Lane;
import io.lipstream.event.Parameters;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Values under a name, for what a request leaves open.
 *
 * @param minResolution short side, pixels
 * @param dynamicScale strength of lip movement
 * @param maxSeconds longest voice, seconds; empty for the workers' own limit
 * @param degradable whether less may be made while the lane is full
 */
public record Preset(
    String name,
    int minResolution,
    int inferenceSteps,
    double dynamicScale,
    Lane lane,
    Optional<Double> maxSeconds,
    boolean degradable) {
  private static final String DEGRADABLE = "/degradable";

  /**
   * A preset from name=side/steps/scale, with /LANE where it is not BULK, and after that with
   * /seconds where the voice must be short; at the end /degradable where less may be made.
   *
   * @throws LipstreamException CONFIGURATION_INVALID
   */
  static Preset parse(String text) {
    boolean degradable = text.endsWith(DEGRADABLE);
    String plain = degradable ? text.substring(0, text.length() - DEGRADABLE.length()) : text;
    String[] sides = plain.split("=", -1);
    String[] values = sides.length == 2 ? sides[1].split("/", -1) : new String[0];
    try {
      if (values.length < 3 || values.length > 5 || sides[0].isBlank()) {
        throw new IllegalArgumentException(text);
      }
      Preset preset =
          new Preset(
              sides[0].strip(),
              Integer.parseInt(values[0]),
              Integer.parseInt(values[1]),
              Double.parseDouble(values[2]),
              values.length >= 4 ? Lane.valueOf(values[3]) : Lane.BULK,
              values.length == 5 ? Optional.of(Double.parseDouble(values[4])) : Optional.empty(),
              degradable);
      preset.check();
      return preset;
    } catch (IllegalArgumentException e) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "configuration key 'ingest.presets' holds '%s', expected name=short side/steps/dynamic scale[/lane[/seconds]][/degradable] in the ranges of a request"
              .formatted(text),
          e);
    }
  }

  /** The preset's own values, and the defaults for the rest. */
  Parameters parameters() {
    return Parameters.newBuilder()
        .setMinResolution(minResolution)
        .setInferenceSteps(inferenceSteps)
        .setDynamicScale(dynamicScale)
        .build();
  }

  private void check() {
    Faults faults = new Faults(UnaryOperator.identity());
    Ranges.check(parameters(), faults);
    maxSeconds
        .filter(seconds -> !(seconds > 0))
        .ifPresent(seconds -> faults.invalid("seconds", seconds, "above 0"));
    if (!faults.all().isEmpty()) {
      throw new IllegalArgumentException(faults.all().get(0).getMessage());
    }
  }
}
