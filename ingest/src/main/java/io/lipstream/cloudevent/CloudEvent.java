package io.lipstream.cloudevent;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lipstream.event.Completion;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * A completion's attributes after CloudEvents 1.0, in binary mode: beside the event, not around it.
 * They follow from the completion alone, so that a repeated event has the same ones. Pure and
 * thread-safe.
 */
public final class CloudEvent {
  private static final String SPECIFICATION = "1.0";
  private static final String SOURCE = "/lipstream/ingest";
  private static final String TYPE = "io.lipstream.job.";

  private CloudEvent() {}

  /**
   * Name without prefix, and value: id is the event's, type is io.lipstream.job.completed, .failed,
   * .rejected, .cancelled or .expired, subject the job's id, time when the job ended.
   */
  public static Map<String, String> attributes(Completion completion) {
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("specversion", SPECIFICATION);
    attributes.put("id", completion.getEventId());
    attributes.put("source", SOURCE);
    attributes.put("type", TYPE + completion.getState().name().toLowerCase(Locale.ROOT));
    attributes.put("time", completion.getCompletedAt().toString());
    attributes.put("subject", completion.getJobId());
    return attributes;
  }

  /** The attributes as headers of a Kafka record: {@code ce_id} and so on. */
  public static Headers headers(Completion completion) {
    Headers headers = new RecordHeaders();
    attributes(completion).forEach((name, value) -> headers.add("ce_" + name, bytes(value)));
    return headers;
  }

  /** As above, and that the record's value is JSON. */
  public static Headers headersOfJson(Completion completion) {
    return headers(completion).add("content-type", bytes(CompletionJson.MEDIA_TYPE));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
