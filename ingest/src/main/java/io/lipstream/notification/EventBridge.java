package io.lipstream.notification;

import com.fasterxml.jackson.databind.JsonNode;
import io.lipstream.storage.ObjectAddress;
import java.util.Optional;

/**
 * Reads the form in which S3 sends its events by EventBridge: one event a message, the key as it
 * is. Pure.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html">the form</a>
 */
final class EventBridge {
  private static final String KIND = "detail-type";

  private EventBridge() {}

  static boolean is(JsonNode message) {
    return message.path(KIND).isTextual() && message.path("detail").isObject();
  }

  /**
   * The event; none if it is neither a creation nor a removal.
   *
   * @throws io.lipstream.error.LipstreamException UNREADABLE_RECORD
   */
  static Optional<ObjectEvent> event(JsonNode message) {
    return kind(message.get(KIND).textValue())
        .map(
            kind ->
                new ObjectEvent(
                    kind,
                    new ObjectAddress(
                        EventParser.text(message, "/detail/bucket/name"),
                        EventParser.text(message, "/detail/object/key")),
                    Sequencer.parse(message.at("/detail/object/sequencer").asText(), false)));
  }

  private static Optional<ObjectEvent.Kind> kind(String name) {
    return switch (name) {
      case "Object Created" -> Optional.of(ObjectEvent.Kind.CREATED);
      case "Object Deleted" -> Optional.of(ObjectEvent.Kind.REMOVED);
      default -> Optional.empty();
    };
  }
}
