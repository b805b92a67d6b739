package io.lipstream.consumption;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lipstream.error.LipstreamException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Why a record lies with the dead letters, in headers that are named as Kafka Streams names its own
 * (KIP-1034), so that tools for those read ours, and our code beside them. Pure and thread-safe.
 */
public final class DeadLetterHeaders {
  private static final String PREFIX = "__streams.errors.";

  private DeadLetterHeaders() {}

  /**
   * The headers that came, and the reason.
   *
   * @param topic where the record stood
   */
  public static Headers of(
      Headers came, LipstreamException reason, String topic, int partition, long offset) {
    Headers headers = new RecordHeaders(came);
    add(headers, PREFIX + "exception", reason.getClass().getName());
    add(headers, PREFIX + "message", reason.getMessage());
    add(headers, PREFIX + "stacktrace", trace(reason));
    add(headers, PREFIX + "topic", topic);
    add(headers, PREFIX + "partition", Integer.toString(partition));
    add(headers, PREFIX + "offset", Long.toString(offset));
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
