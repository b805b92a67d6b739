package io.lipstream.consumption;

import io.lipstream.error.LipstreamException;
import io.lipstream.topic.Topic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A record as it came, or a part of it, on its way to the dead letters. Pure and thread-safe. */
public final class DeadLetterRecord {
  private DeadLetterRecord() {}

  public static ProducerRecord<byte[], byte[]> of(
      ConsumerRecord<byte[], byte[]> record, LipstreamException reason) {
    return of(record, record.value(), reason);
  }

  /**
   * A part of a record.
   *
   * @param value bytes of the part
   */
  public static ProducerRecord<byte[], byte[]> of(
      ConsumerRecord<byte[], byte[]> record, byte[] value, LipstreamException reason) {
    return new ProducerRecord<>(
        Topic.DEAD_LETTERS.topicName(),
        null,
        record.key(),
        value,
        DeadLetterHeaders.of(
            record.headers(), reason, record.topic(), record.partition(), record.offset()));
  }
}
