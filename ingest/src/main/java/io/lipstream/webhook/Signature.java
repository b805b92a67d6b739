package io.lipstream.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256 (RFC 2104) over timestamp, a dot and the body. Pure and thread-safe. */
final class Signature {
  private static final String ALGORITHM = "HmacSHA256";

  private Signature() {}

  /**
   * 64 lower-case hex digits.
   *
   * @param timestamp as in the header, seconds since 1970 UTC
   */
  static String of(String secret, String timestamp, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.getBytes(UTF_8), ALGORITHM));
      mac.update((timestamp + ".").getBytes(UTF_8));
      return HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }
}
