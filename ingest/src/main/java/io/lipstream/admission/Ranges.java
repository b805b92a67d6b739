package io.lipstream.admission;

import io.lipstream.event.Parameters;
import io.lipstream.event.Request;

/** The ranges that Request.avsc documents, checked on the values that were given. Pure. */
final class Ranges {
  /** Instants before it, in 1973, are most likely meant in seconds. */
  private static final long NO_SECONDS = 100_000_000_000L;

  private final Faults faults;

  private Ranges(Faults faults) {
    this.faults = faults;
  }

  static void check(Request request, Faults faults) {
    Ranges ranges = new Ranges(faults);
    ranges.whole("min_resolution", request.getMinResolution(), 128, 2048, "pixels");
    ranges.decimal("expand_ratio", request.getExpandRatio(), 0.1, 1.0, "of the face box");
    ranges.whole("inference_steps", request.getInferenceSteps(), 1, 1024, "steps");
    ranges.decimal("dynamic_scale", request.getDynamicScale(), 0.5, 2.0, "(factor)");
    ranges.decimal("motion_scale", request.getMotionScale(), 0.0, 2.0, "(factor)");
    ranges.whole("seed", request.getSeed(), 0, Integer.MAX_VALUE, "");
    ranges.whole("fps", request.getFps(), 10, 60, "frames a second");
    ranges.whole("face", request.getFace(), 0, 63, "(faces counted by size)");
    Double duration = request.getDuration();
    if (duration != null && !(duration > 0 && duration < Double.POSITIVE_INFINITY)) {
      faults.invalid("duration", duration, "a number above 0, seconds");
    }
    if (request.getDeadline() != null && request.getDeadline().toEpochMilli() < NO_SECONDS) {
      faults.invalid(
          "deadline",
          request.getDeadline().toEpochMilli(),
          "milliseconds since 1970 UTC, from %d; are these seconds?".formatted(NO_SECONDS));
    }
  }

  /** Whether parameters made of a preset and the defaults are in range, with every fault. */
  static void check(Parameters parameters, Faults faults) {
    Ranges ranges = new Ranges(faults);
    ranges.whole("min_resolution", parameters.getMinResolution(), 128, 2048, "pixels");
    ranges.whole("inference_steps", parameters.getInferenceSteps(), 1, 1024, "steps");
    ranges.decimal("dynamic_scale", parameters.getDynamicScale(), 0.5, 2.0, "(factor)");
  }

  private void whole(String field, Integer value, int least, int most, String unit) {
    if (value != null && (value < least || value > most)) {
      faults.invalid(field, value, "%d to %d %s".formatted(least, most, unit).strip());
    }
  }

  private void decimal(String field, Double value, double least, double most, String unit) {
    if (value != null && !(value >= least && value <= most)) {
      faults.invalid(field, value, "%s to %s %s".formatted(least, most, unit));
    }
  }
}
