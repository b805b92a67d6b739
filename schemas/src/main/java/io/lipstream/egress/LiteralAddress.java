package io.lipstream.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The address that the host of a URL stands for by itself, with no name service asked: IPv6 in
 * brackets; IPv4 in each form that inet_aton takes, as 127.0.0.1, 127.1, 0x7f.1 or 2130706433; and
 * localhost with all beneath it (RFC 6761). Pure.
 */
public final class LiteralAddress {
  private static final Pattern NUMBER = Pattern.compile("0x[0-9a-f]{0,16}|[0-9]{1,22}");
  private static final Pattern IPV6 = Pattern.compile("[0-9a-f:.]+");
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final int PARTS = 4;

  private LiteralAddress() {}

  /**
   * The address; none for a name that must be looked up.
   *
   * @param host as it stands in a URL
   */
  public static Optional<InetAddress> of(String host) {
    String plain = host.toLowerCase(Locale.ROOT).replaceFirst("\\.$", "");
    if (plain.equals("localhost") || plain.endsWith(".localhost")) {
      return Optional.of(address(LOOPBACK));
    }
    return plain.startsWith("[") ? version6(plain) : version4(plain);
  }

  private static Optional<InetAddress> version6(String host) {
    String digits = host.replaceFirst("^\\[", "").replaceFirst("(%.*)?]$", "");
    try {
      return IPV6.matcher(digits).matches() && digits.contains(":")
          ? Optional.of(InetAddress.getByName(digits))
          : Optional.empty();
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  /** The last part fills all bytes that the others leave. */
  private static Optional<InetAddress> version4(String host) {
    String[] parts = host.split("\\.", -1);
    if (parts.length > PARTS) {
      return Optional.empty();
    }
    long whole = 0;
    for (int i = 0; i < parts.length; i++) {
      if (!NUMBER.matcher(parts[i]).matches()) {
        return Optional.empty();
      }
      int bits = i < parts.length - 1 ? Byte.SIZE : Byte.SIZE * (PARTS - i);
      Optional<Long> part = number(parts[i]).filter(value -> value >>> bits == 0);
      if (part.isEmpty()) {
        return Optional.empty();
      }
      whole = (whole << bits) | part.get();
    }
    byte[] bytes = new byte[PARTS];
    for (int i = 0; i < PARTS; i++) {
      bytes[i] = (byte) (whole >>> (Byte.SIZE * (PARTS - 1 - i)));
    }
    return Optional.of(address(bytes));
  }

  private static Optional<Long> number(String text) {
    try {
      if (text.startsWith("0x")) {
        return Optional.of(text.length() == 2 ? 0 : Long.parseLong(text.substring(2), 16));
      }
      return Optional.of(Long.parseLong(text, text.startsWith("0") ? 8 : 10));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static InetAddress address(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }
}
