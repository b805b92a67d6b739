package io.lipstream.ingest;

import io.lipstream.ledger.JobRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Rows in Avro's single-object encoding, which names the schema that wrote them; when JobRow.avsc
 * grows, the version before is added to {@link JobRow}'s decoder here.
 */
final class JobRowSerde {
  private JobRowSerde() {}

  static Serde<JobRow> create() {
    return Serdes.serdeFrom((topic, row) -> bytes(row), (topic, bytes) -> row(bytes));
  }

  private static byte[] bytes(JobRow row) {
    if (row == null) {
      return null;
    }
    try {
      ByteBuffer buffer = row.toByteBuffer();
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
  }

  private static JobRow row(byte[] bytes) {
    try {
      return bytes == null ? null : JobRow.fromByteBuffer(ByteBuffer.wrap(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException("reading a row", e);
    }
  }
}
