package io.lipstream.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lipstream.error.LipstreamException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * A record that cannot be worked on, as it came. The reason stands in headers that are named as
 * Kafka Streams names its own (KIP-1034), so that tools for those read ours, and our code beside
 * them.
 *
 * @param key bytes of the key as it came, may be null
 * @param value bytes of the value as it came, may be null
 */
record DeadLetter(byte[] key, byte[] value) {
  private static final String PREFIX = "__streams.errors.";

  /** The headers that came and the reason. */
  static Headers headers(Headers came, LipstreamException reason, RecordMetadata source) {
    Headers headers = new RecordHeaders(came);
    add(headers, PREFIX + "exception", reason.getClass().getName());
    add(headers, PREFIX + "message", reason.getMessage());
    add(headers, PREFIX + "stacktrace", trace(reason));
    add(headers, PREFIX + "topic", source.topic());
    add(headers, PREFIX + "partition", Integer.toString(source.partition()));
    add(headers, PREFIX + "offset", Long.toString(source.offset()));
    add(headers, "lipstream.error.code", reason.code().name());
    return headers;
  }

  private static void add(Headers headers, String name, String value) {
    headers.remove(name).add(name, value.getBytes(UTF_8));
  }

  private static String trace(Exception reason) {
    StringWriter text = new StringWriter();
    reason.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }
}
