package io.lipstream.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DigestTest {
  /** The second example of FIPS 180-2. */
  private static final String TEXT = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";

  private static final String SHA256 =
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";

  @Test
  void bytesFileAndStreamAgree(@TempDir Path folder) throws IOException {
    assertThat(Digest.of(TEXT.getBytes(UTF_8))).isEqualTo(SHA256);
    assertThat(Digest.of(Files.writeString(folder.resolve("text"), TEXT))).isEqualTo(SHA256);

    Digest digest = new Digest();
    ByteArrayOutputStream copy = new ByteArrayOutputStream();
    try (OutputStream out = digest.through(copy)) {
      out.write(TEXT.charAt(0));
      out.write(TEXT.getBytes(UTF_8), 1, TEXT.length() - 1);
    }
    assertThat(digest.size()).isEqualTo(TEXT.length());
    assertThat(digest.hex()).isEqualTo(SHA256);
    assertThat(copy.toString(UTF_8)).isEqualTo(TEXT);
  }
}
