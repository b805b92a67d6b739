package io.lipstream.notification;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lipstream.storage.Digest;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The request id of what an object starts: its name, and a digest of where it stands and what is in
 * it; so the same event again means the same job, and new content a new one. Pure.
 */
final class RequestIds {
  private static final int LONGEST_NAME = 64;
  private static final int DIGEST_DIGITS = 24;

  private RequestIds() {}

  static String of(String name, List<String> parts) {
    String joined =
        parts.stream()
            .map(part -> part.getBytes(UTF_8).length + ":" + part)
            .collect(Collectors.joining());
    String line = name.replaceAll("\\p{Cntrl}", "_");
    int length = Math.min(LONGEST_NAME, line.codePointCount(0, line.length()));
    return line.substring(0, line.offsetByCodePoints(0, length))
        + "-"
        + Digest.of(joined.getBytes(UTF_8)).substring(0, DIGEST_DIGITS);
  }
}
