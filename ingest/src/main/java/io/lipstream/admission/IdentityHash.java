package io.lipstream.admission;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * SHA-256 over texts, each preceded by the length of its UTF-8, so that no two lists of texts run
 * together into the same bytes. Pure.
 */
final class IdentityHash {
  /** Looking the algorithm up costs as much as hashing a request. */
  private static final ThreadLocal<MessageDigest> OF_THREAD =
      ThreadLocal.withInitial(IdentityHash::sha256);

  private IdentityHash() {}

  /** 64 lower-case hexadecimal digits. */
  static String of(Iterable<String> texts) {
    MessageDigest digest = OF_THREAD.get();
    for (String text : texts) {
      byte[] bytes = text.getBytes(UTF_8);
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
      digest.update(bytes);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
