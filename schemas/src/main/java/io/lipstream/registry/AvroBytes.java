package io.lipstream.registry;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.EncoderFactory;

/**
 * Writes Avro binary behind a header. Each thread has one buffer and one encoder, for making them
 * anew costs more than a small record does; one that a large record has stretched is let go.
 * Thread-safe.
 */
public final class AvroBytes {
  private static final int USUAL = 2048;
  private static final int LARGEST_KEPT = 64 << 10;
  private static final ThreadLocal<AvroBytes> OF_THREAD = ThreadLocal.withInitial(AvroBytes::new);

  private final ByteArrayOutputStream buffer = new ByteArrayOutputStream(USUAL);
  private final BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(buffer, null);

  private AvroBytes() {}

  /** The header's bytes and the value's. */
  public static <T> byte[] of(byte[] header, DatumWriter<T> writer, T value) {
    AvroBytes bytes = OF_THREAD.get();
    try {
      byte[] written = bytes.written(header, writer, value);
      if (written.length > LARGEST_KEPT) {
        OF_THREAD.remove();
      }
      return written;
    } catch (IOException e) {
      OF_THREAD.remove();
      throw new UncheckedIOException("writing to memory", e);
    } catch (RuntimeException e) {
      // What was written so far of it is in the encoder.
      OF_THREAD.remove();
      throw e;
    }
  }

  private <T> byte[] written(byte[] header, DatumWriter<T> writer, T value) throws IOException {
    buffer.reset();
    buffer.writeBytes(header);
    writer.write(value, encoder);
    encoder.flush();
    return buffer.toByteArray();
  }
}
