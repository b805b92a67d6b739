package io.lipstream.ingest;

import io.lipstream.ledger.JobRow;
import io.lipstream.registry.AvroBytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Rows in Avro's single-object encoding, which names the schema that wrote them; when JobRow.avsc
 * grows, the version before is kept under rows/ and counted here.
 */
final class JobRowSerde {
  private static final int OLDER_VERSIONS = 4;

  private static final byte[] HEADER = header();
  private static final SpecificDatumWriter<JobRow> WRITER = writer();

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
    return row == null ? null : AvroBytes.of(HEADER, WRITER, row);
  }

  /** Two bytes that mark the encoding, and the schema's fingerprint. */
  private static byte[] header() {
    long fingerprint = SchemaNormalization.parsingFingerprint64(JobRow.getClassSchema());
    return ByteBuffer.allocate(2 + Long.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 0xC3)
        .put((byte) 0x01)
        .putLong(fingerprint)
        .array();
  }

  /** Writes with the code that was generated for the class, not field by field by its schema. */
  private static SpecificDatumWriter<JobRow> writer() {
    SpecificData model = new SpecificData();
    model.setCustomCoders(true);
    return new SpecificDatumWriter<>(JobRow.getClassSchema(), model);
  }

  private static JobRow row(byte[] bytes) {
    try {
      return bytes == null ? null : JobRow.fromByteBuffer(ByteBuffer.wrap(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException("reading a row", e);
    }
  }
}
