package io.lipstream.registry;

import io.lipstream.error.LipstreamException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Writes an event in Confluent's wire format: a zero byte, the schema's id in four bytes, Avro
 * binary. The id is looked up once a topic under {@code <topic>-value}; nothing is registered.
 * Thread-safe, as a producer that many threads share needs it.
 *
 * @param <T> generated class of the event
 */
public final class EventSerializer<T extends SpecificRecord> implements Serializer<T> {
  static final byte MAGIC = 0;

  private final ConfluentRegistry registry;
  private final Schema schema;
  private final SpecificDatumWriter<T> writer;
  private final Map<String, Integer> idByTopic = new ConcurrentHashMap<>();

  public EventSerializer(String registryUrl, Class<T> eventClass) {
    this.registry = new ConfluentRegistry(registryUrl);
    SpecificData model = SpecificData.getForClass(eventClass);
    this.schema = model.getSchema(eventClass);
    this.writer = new SpecificDatumWriter<>(schema, model);
  }

  /**
   * The framed bytes; null for null.
   *
   * @throws LipstreamException CONFIGURATION_INVALID if the schema is not registered for the topic,
   *     REGISTRY_UNAVAILABLE
   */
  @Override
  public byte[] serialize(String topic, T event) {
    if (event == null) {
      return null;
    }
    int id = idByTopic.computeIfAbsent(topic, this::lookUp);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    bytes.write(MAGIC);
    bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(id).array());
    try {
      BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
      writer.write(event, encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return bytes.toByteArray();
  }

  private int lookUp(String topic) {
    return registry.idOf(topic + "-value", RegisteredText.of(schema));
  }
}
