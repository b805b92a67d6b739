package io.lipstream.ingest;

import io.lipstream.consumption.DeadLetterHeaders;
import io.lipstream.error.LipstreamException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * A record that cannot be worked on, as it came; the reason stands in its headers.
 *
 * @param key bytes of the key as it came, may be null
 * @param value bytes of the value as it came, may be null
 */
record DeadLetter(byte[] key, byte[] value) {
  /** The headers that came and the reason. */
  static Headers headers(Headers came, LipstreamException reason, RecordMetadata source) {
    return DeadLetterHeaders.of(came, reason, source.topic(), source.partition(), source.offset());
  }
}
