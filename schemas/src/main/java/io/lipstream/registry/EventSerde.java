package io.lipstream.registry;

import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Both directions of an event on its public topic, thread-safe. Not for internal topics of Kafka
 * Streams, which have no subject in the registry.
 *
 * @param <T> generated class of the event
 */
public final class EventSerde<T extends SpecificRecord> implements Serde<T> {
  private final EventSerializer<T> serializer;
  private final EventDeserializer<T> deserializer;

  public EventSerde(String registryUrl, Class<T> eventClass) {
    this.serializer = new EventSerializer<>(registryUrl, eventClass);
    this.deserializer = new EventDeserializer<>(registryUrl, eventClass);
  }

  @Override
  public Serializer<T> serializer() {
    return serializer;
  }

  @Override
  public Deserializer<T> deserializer() {
    return deserializer;
  }
}
