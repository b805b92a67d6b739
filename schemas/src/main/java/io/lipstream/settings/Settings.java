package io.lipstream.settings;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Values of a fixed set of keys, immutable. Reading a process's configuration fails at once on a
 * key that no module declares, naming the nearest one, so that a slip of the pen never falls back
 * to a default in silence.
 */
public final class Settings {
  private final Map<String, String> values;

  private Settings(Map<String, String> values) {
    this.values = values;
  }

  /**
   * Fills the declared keys with what is given, else with their defaults.
   *
   * @throws LipstreamException {@link ErrorCode#CONFIGURATION_INVALID} on a key that is not
   *     declared
   */
  public static Settings parse(Collection<Setting> declared, Map<String, String> given) {
    Map<String, String> values = new LinkedHashMap<>();
    declared.forEach(setting -> values.put(setting.key(), setting.defaultValue()));
    given.forEach(
        (key, value) -> {
          if (!values.containsKey(key)) {
            throw invalid(
                "unknown configuration key '%s'; %s"
                    .formatted(
                        key,
                        NearestName.of(key, values.keySet())
                            .map("did you mean '%s'?"::formatted)
                            .orElse("no known key is near it, the README lists all")));
          }
          values.put(key, value.strip());
        });
    return new Settings(values);
  }

  public String text(String key) {
    return required(key);
  }

  public Optional<String> optionalText(String key) {
    return Optional.of(required(key)).filter(value -> !value.isEmpty());
  }

  public int integer(String key) {
    return parsed(key, "a whole number", Integer::valueOf);
  }

  public long bytes(String key) {
    return parsed(key, "a whole number of bytes", Long::valueOf);
  }

  public double decimal(String key) {
    return parsed(key, "a number", Double::valueOf);
  }

  /** A duration given in milliseconds. */
  public Duration milliseconds(String key) {
    return Duration.ofMillis(parsed(key, "a whole number of milliseconds", Long::valueOf));
  }

  public boolean flag(String key) {
    return parsed(
        key,
        "true or false",
        text ->
            switch (text) {
              case "true" -> true;
              case "false" -> false;
              default -> throw new IllegalArgumentException(text);
            });
  }

  /** One of an enumeration's names, in lower case. */
  public <E extends Enum<E>> E choice(String key, Class<E> type) {
    Map<String, E> byName = new LinkedHashMap<>();
    for (E value : type.getEnumConstants()) {
      byName.put(value.name().toLowerCase(Locale.ROOT), value);
    }
    String names = String.join(", ", byName.keySet()).replaceFirst(", ([^,]+)$", " or $1");
    return parsed(
        key,
        names,
        text ->
            Optional.ofNullable(byName.get(text))
                .orElseThrow(() -> new IllegalArgumentException(text)));
  }

  /** Comma-separated values, blanks dropped. */
  public List<String> list(String key) {
    return Arrays.stream(required(key).split(","))
        .map(String::strip)
        .filter(value -> !value.isEmpty())
        .toList();
  }

  /**
   * Checks a value that has been read.
   *
   * @throws LipstreamException CONFIGURATION_INVALID
   */
  public static void require(boolean good, String key, Object value, String expected) {
    if (!good) {
      throw refused(key, value, expected);
    }
  }

  /** What is thrown for a value that is not what was expected. */
  public static LipstreamException refused(String key, Object value, String expected) {
    return invalid("configuration key '%s' is '%s', expected %s".formatted(key, value, expected));
  }

  private <T> T parsed(String key, String expected, Function<String, T> parser) {
    String text = required(key);
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw refused(key, text, expected);
    }
  }

  private String required(String key) {
    String value = values.get(key);
    if (value == null) {
      throw new IllegalArgumentException("undeclared key " + key);
    }
    return value;
  }

  private static LipstreamException invalid(String message) {
    return new LipstreamException(ErrorCode.CONFIGURATION_INVALID, message);
  }
}
