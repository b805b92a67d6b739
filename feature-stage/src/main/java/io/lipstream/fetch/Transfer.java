package io.lipstream.fetch;

import static io.lipstream.error.ErrorCode.ASSET_TIMEOUT;
import static io.lipstream.error.ErrorCode.ASSET_TOO_LARGE;

import io.lipstream.error.LipstreamException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * One asset on its way to a local file, within its limits.
 *
 * @param limit bytes
 */
record Transfer(AssetKind kind, long limit, Deadline deadline, OutputStream out) {
  private static final int CHUNK = 64 * 1024;

  /**
   * Copies a body.
   *
   * @throws IOException if the source fails, never if the local file does
   */
  void copy(InputStream in, String shownAddress) throws IOException {
    byte[] chunk = new byte[CHUNK];
    long size = 0;
    for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
      size += read;
      requireSize(size, shownAddress);
      if (deadline.passed()) {
        throw timeout(shownAddress);
      }
      write(chunk, read);
    }
  }

  void requireSize(long size, String shownAddress) {
    if (size > limit) {
      throw new LipstreamException(
          ASSET_TOO_LARGE,
          "the %s at %s has over %d bytes, which is the limit"
              .formatted(kind.noun(), shownAddress, limit));
    }
  }

  LipstreamException timeout(String shownAddress) {
    return new LipstreamException(
        ASSET_TIMEOUT, "the %s at %s did not arrive in time".formatted(kind.noun(), shownAddress));
  }

  private void write(byte[] chunk, int length) {
    try {
      out.write(chunk, 0, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
