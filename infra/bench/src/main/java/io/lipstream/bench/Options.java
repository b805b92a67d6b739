package io.lipstream.bench;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.NearestName;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a benchmark was given on the command line, as {@code --name value} pairs. */
public record Options(Map<String, String> values) {
  private static final String PREFIX = "--";

  /**
   * @throws LipstreamException INVALID_PARAMETER on an option that is not known or has no value
   */
  public static Options parse(List<String> arguments, String... known) {
    List<String> names = List.of(known);
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < arguments.size(); i += 2) {
      String name = arguments.get(i);
      if (!name.startsWith(PREFIX) || !names.contains(name.substring(PREFIX.length()))) {
        throw invalid(
            "there is no option '%s' here; %s"
                .formatted(
                    name, NearestName.hint(name, names.stream().map(PREFIX::concat).toList())));
      }
      if (i + 1 == arguments.size()) {
        throw invalid("option '%s' has no value".formatted(name));
      }
      values.put(name.substring(PREFIX.length()), arguments.get(i + 1));
    }
    return new Options(values);
  }

  /** A whole number from 1. */
  public int integer(String name, int otherwise) {
    String value = values.get(name);
    if (value == null) {
      return otherwise;
    }
    if (!value.matches("[1-9][0-9]{0,8}")) {
      throw invalid("option '--%s' is '%s', expected a whole number from 1".formatted(name, value));
    }
    return Integer.parseInt(value);
  }

  public Path path(String name, Path otherwise) {
    return values.containsKey(name) ? Path.of(values.get(name)) : otherwise;
  }

  private static LipstreamException invalid(String message) {
    return new LipstreamException(ErrorCode.INVALID_PARAMETER, message);
  }
}
