package io.lipstream.egress;

import java.net.IDN;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;

/**
 * Reads the URL that a person means as browsers do: characters that it should not have, such as
 * blanks and letters beyond ASCII, are encoded, those of the host as IDNA has them. Pure.
 */
public final class WebAddress {
  private static final String UNSAFE = " \"<>\\^`{|}";

  private WebAddress() {}

  /**
   * The address.
   *
   * @throws URISyntaxException if it is none
   */
  public static URI parse(String text) throws URISyntaxException {
    try {
      return new URI(encoded(text));
    } catch (IllegalArgumentException e) {
      throw new URISyntaxException(text, "the host is no name: " + e.getMessage());
    }
  }

  private static String encoded(String text) {
    int authority = text.indexOf("://") + 3;
    int end = authority;
    while (authority >= 3 && end < text.length() && "/?#".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    StringBuilder encoded = new StringBuilder();
    if (authority >= 3) {
      encoded.append(text, 0, authority).append(ascii(text.substring(authority, end)));
    } else {
      end = 0;
    }
    for (byte value : text.substring(end).getBytes(StandardCharsets.UTF_8)) {
      if (value < 0 || UNSAFE.indexOf(value) >= 0) {
        encoded.append("%%%02X".formatted(value & 0xff));
      } else {
        encoded.append((char) value);
      }
    }
    return encoded.toString();
  }

  private static String ascii(String authority) {
    boolean plain = authority.chars().allMatch(c -> c < 0x80);
    return plain ? authority : IDN.toASCII(authority);
  }
}
