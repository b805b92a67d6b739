package io.lipstream.registry;

import io.lipstream.error.LipstreamException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
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
  private final Map<String, byte[]> headerByTopic = new ConcurrentHashMap<>();

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
    return AvroBytes.of(headerByTopic.computeIfAbsent(topic, this::header), writer, event);
  }

  private byte[] header(String topic) {
    int id = registry.idOf(topic + "-value", RegisteredText.of(schema));
    return ByteBuffer.allocate(1 + Integer.BYTES).put(MAGIC).putInt(id).array();
  }
}
