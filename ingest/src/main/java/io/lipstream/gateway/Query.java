package io.lipstream.gateway;

import io.javalin.http.Context;
import io.lipstream.error.ErrorCode;
import io.lipstream.field.ShownText;
import io.lipstream.settings.NearestName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The parameters behind a path, each checked; one that is not known is an error. Pure. */
final class Query {
  private Query() {}

  /** Takes note of each name that is not known. */
  static void check(Context context, List<String> known) {
    Violations violations = Violations.of(context);
    context.queryParamMap().keySet().stream()
        .filter(name -> !known.contains(name))
        .map(ShownText::of)
        .forEach(
            name ->
                violations.add(
                    ErrorCode.UNKNOWN_PARAMETER,
                    "there is no query parameter '%s'; %s"
                        .formatted(name, NearestName.hint(name, known))));
  }

  static Optional<String> text(Context context, String name) {
    return Optional.ofNullable(context.queryParam(name)).filter(text -> !text.isEmpty());
  }

  /** How long the caller will wait. */
  static Duration wait(Context context, Duration otherwise, Duration longest) {
    int seconds =
        whole(context, "wait", Math.toIntExact(otherwise.toSeconds()), 0, longest.toSeconds());
    return Duration.ofSeconds(seconds);
  }

  /**
   * @throws Refusal INVALID_PARAMETER
   */
  static int whole(Context context, String name, int otherwise, int least, long most) {
    Optional<String> text = text(context, name);
    try {
      int value = text.map(given -> Integer.parseInt(given.strip())).orElse(otherwise);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw invalid(name, text.orElse(""), "a whole number, %d to %d".formatted(least, most));
  }

  static boolean flag(Context context, String name) {
    String text = text(context, name).orElse("false");
    if (!text.equals("true") && !text.equals("false")) {
      throw invalid(name, text, "true or false");
    }
    return text.equals("true");
  }

  static Refusal invalid(String name, String value, String expected) {
    return Refusal.of(
        ErrorCode.INVALID_PARAMETER,
        "%s is '%s', expected %s".formatted(name, ShownText.of(value), expected));
  }
}
