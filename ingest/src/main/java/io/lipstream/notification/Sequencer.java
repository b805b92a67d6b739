package io.lipstream.notification;

import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The order of the events of one key: a hexadecimal number of any length, so that shorter ones
 * count as padded on the left. Ceph writes the memory of seconds and nanoseconds, four bytes each,
 * as its machines have it, lowest byte first. Pure.
 */
final class Sequencer {
  private static final Pattern NUMBER = Pattern.compile("[0-9A-Fa-f]{1,64}");
  private static final int CEPH_DIGITS = 16;

  private Sequencer() {}

  /** Empty where there is none, or none that is a number. */
  static Optional<BigInteger> parse(String text, boolean ceph) {
    if (!NUMBER.matcher(text).matches()) {
      return Optional.empty();
    }
    return Optional.of(
        new BigInteger(ceph && text.length() == CEPH_DIGITS ? highestFirst(text) : text, 16));
  }

  private static String highestFirst(String text) {
    StringBuilder digits = new StringBuilder();
    for (int word = 0; word < CEPH_DIGITS; word += 8) {
      for (int place = 6; place >= 0; place -= 2) {
        digits.append(text, word + place, word + place + 2);
      }
    }
    return digits.toString();
  }
}
