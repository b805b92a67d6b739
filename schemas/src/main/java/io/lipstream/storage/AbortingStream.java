package io.lipstream.storage;

import java.io.FilterInputStream;
import java.io.IOException;
import software.amazon.awssdk.core.ResponseInputStream;

/**
 * An object's bytes whose connection is dropped when the stream is closed before its end; the
 * client's own stream would read the rest first, however much there is. One thread at a time.
 */
final class AbortingStream extends FilterInputStream {
  private final ResponseInputStream<?> response;
  private boolean ended;

  AbortingStream(ResponseInputStream<?> response) {
    super(response);
    this.response = response;
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    ended |= value < 0;
    return value;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = super.read(bytes, offset, length);
    ended |= read < 0;
    return read;
  }

  @Override
  public void close() throws IOException {
    if (!ended) {
      response.abort();
    }
    super.close();
  }
}
