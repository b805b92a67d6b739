package io.lipstream.registry;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Reads Confluent's wire format into a generated class, whatever registered version wrote it.
 * Thread-safe. A record that cannot be read is {@link ErrorCode#UNREADABLE_RECORD}; a registry that
 * does not answer is {@link ErrorCode#REGISTRY_UNAVAILABLE}, so that a caller never mistakes an
 * outage for a bad record.
 *
 * @param <T> generated class of the event
 */
public final class EventDeserializer<T extends SpecificRecord> implements Deserializer<T> {
  private static final int HEADER_BYTES = 5;

  private final ConfluentRegistry registry;
  private final SpecificData model;
  private final Schema readerSchema;
  private final Map<Integer, Written<T>> writtenById = new ConcurrentHashMap<>();

  /**
   * What was written under a schema id; the reader resolves the two schemas once.
   *
   * @param schema schema of the writer
   */
  private record Written<T>(Schema schema, SpecificDatumReader<T> reader) {}

  public EventDeserializer(String registryUrl, Class<T> eventClass) {
    this.registry = new ConfluentRegistry(registryUrl);
    this.model = SpecificData.getForClass(eventClass);
    this.readerSchema = model.getSchema(eventClass);
  }

  /**
   * The event; null for null.
   *
   * @throws LipstreamException UNREADABLE_RECORD, REGISTRY_UNAVAILABLE
   */
  @Override
  public T deserialize(String topic, byte[] bytes) {
    if (bytes == null) {
      return null;
    }
    if (bytes.length < HEADER_BYTES || bytes[0] != EventSerializer.MAGIC) {
      throw unreadable(
          topic,
          "%d bytes that do not begin with a zero byte and a schema id".formatted(bytes.length),
          null);
    }
    int id = ByteBuffer.wrap(bytes, 1, Integer.BYTES).getInt();
    Written<T> written = writtenById.computeIfAbsent(id, this::lookUp);
    try {
      requireExactFit(written.schema(), payload(bytes));
      return written.reader().read(null, payload(bytes));
    } catch (IOException | RuntimeException e) {
      throw unreadable(topic, "its bytes do not fit schema id %d".formatted(id), e);
    }
  }

  /**
   * Steps over the record once without making a value of it, so that a length which lies is found
   * out before memory is set aside for it.
   */
  private static void requireExactFit(Schema writerSchema, BinaryDecoder payload)
      throws IOException {
    GenericDatumReader.skip(writerSchema, payload);
    if (!payload.isEnd()) {
      throw new IOException("bytes are left over");
    }
  }

  private static BinaryDecoder payload(byte[] bytes) {
    return DecoderFactory.get()
        .binaryDecoder(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES, null);
  }

  private Written<T> lookUp(int id) {
    Schema schema = new Schema.Parser().parse(registry.schemaOf(id));
    return new Written<>(schema, new SpecificDatumReader<>(schema, readerSchema, model));
  }

  private LipstreamException unreadable(String topic, String why, Exception cause) {
    return new LipstreamException(
        ErrorCode.UNREADABLE_RECORD,
        "a record of %s is no %s: %s".formatted(topic, readerSchema.getName(), why),
        cause);
  }
}
