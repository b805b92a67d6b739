package io.lipstream.webhook;

import io.lipstream.cloudevent.CloudEvent;
import io.lipstream.cloudevent.CompletionJson;
import io.lipstream.event.Completion;
import io.lipstream.registry.StoredEvents;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a call carries: the completion as JSON, its CloudEvents attributes as headers, and what a
 * receiver needs to trust it and to tell repeats. The body is the same at each try; timestamp and
 * signature are of the try. Pure and thread-safe.
 *
 * @param headers beside the content type
 */
record CallContent(byte[] body, Map<String, String> headers) {
  static final String EVENT_ID = "Lipstream-Event-Id";
  static final String TIMESTAMP = "Lipstream-Timestamp";
  static final String SIGNATURE = "Lipstream-Signature";

  /**
   * Makes it.
   *
   * @param completion in Avro's single-object encoding
   * @param now milliseconds since 1970 UTC
   * @throws RuntimeException if it is no completion
   */
  static CallContent of(ByteBuffer completion, Optional<String> secret, long now) {
    Completion event = StoredEvents.completion(completion);
    byte[] body = CompletionJson.of(event);
    String timestamp = Long.toString(now / 1000);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(EVENT_ID, event.getEventId());
    headers.put(TIMESTAMP, timestamp);
    secret.ifPresent(key -> headers.put(SIGNATURE, Signature.of(key, timestamp, body)));
    CloudEvent.attributes(event).forEach((name, value) -> headers.put("ce-" + name, value));
    return new CallContent(body, headers);
  }
}
