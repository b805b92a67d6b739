package io.lipstream.storage;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * SHA-256 of bytes while they stream by, with their count. One thread at a time. A digest is
 * written as 64 lower-case hex digits everywhere.
 */
public final class Digest {
  private static final int CHUNK = 64 * 1024;

  private final MessageDigest sha256 = sha256();
  private long size;

  public void update(byte[] bytes, int offset, int length) {
    sha256.update(bytes, offset, length);
    size += length;
  }

  /** Bytes seen so far. */
  public long size() {
    return size;
  }

  /** The digest of what was seen; the object starts over after this. */
  public String hex() {
    size = 0;
    return HexFormat.of().formatHex(sha256.digest());
  }

  /** A stream that hands everything on to another and takes note of it here. */
  public OutputStream through(OutputStream out) {
    return new FilterOutputStream(out) {
      @Override
      public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
        update(bytes, offset, length);
      }
    };
  }

  public static String of(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  public static String of(Path file) {
    Digest digest = new Digest();
    byte[] chunk = new byte[CHUNK];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        digest.update(chunk, 0, read);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return digest.hex();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
