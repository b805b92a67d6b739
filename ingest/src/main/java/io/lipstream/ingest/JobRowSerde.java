package io.lipstream.ingest;

import io.lipstream.ledger.JobRow;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.avro.Schema;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Rows in Avro's single-object encoding, which names the schema that wrote them; when JobRow.avsc
 * grows, the version before is kept under rows/ and counted here.
 */
final class JobRowSerde {
  private static final int OLDER_VERSIONS = 4;

  static {
    for (int version = 1; version <= OLDER_VERSIONS; version++) {
      JobRow.getDecoder().addSchema(schema("rows/v%d.avsc".formatted(version)));
    }
  }

  private JobRowSerde() {}

  private static Schema schema(String file) {
    try (InputStream in = JobRowSerde.class.getResourceAsStream(file)) {
      return new Schema.Parser().parse(in);
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }

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
