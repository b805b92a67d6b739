package io.lipstream.notification;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.storage.ObjectAddress;
import java.io.IOException;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads S3 event JSON 2.x as AWS, MinIO and Ceph write it, as it is or as SNS wraps it, and {@link
 * EventBridge}'s own form. Keys are URL-encoded, a blank as plus, but for Ceph, which writes them
 * as they are. Events of other kinds than creation and removal, and AWS's test event, are left out.
 * Pure and thread-safe.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html">
 *     the structure</a>
 */
final class EventParser {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String CEPH = "ceph:s3";
  private static final String TEST = "s3:TestEvent";

  private EventParser() {}

  /**
   * The records of a message, in its order.
   *
   * @throws LipstreamException UNREADABLE_RECORD if it is none of a store
   */
  static List<JsonNode> records(byte[] message) {
    JsonNode root = unwrapped(tree(message));
    if (EventBridge.is(root)) {
      return List.of(root);
    }
    if (TEST.equals(root.path("Event").asText())) {
      return List.of();
    }
    JsonNode records = root.path("Records");
    if (!records.isArray()) {
      throw unreadable("there is no list 'Records'", null);
    }
    List<JsonNode> all = new ArrayList<>();
    records.forEach(all::add);
    return all;
  }

  /** What SNS has delivered, where it was SNS that did. */
  private static JsonNode unwrapped(JsonNode root) {
    if (!root.path("Type").asText().equals("Notification") || !root.path("Message").isTextual()) {
      return root;
    }
    return tree(root.get("Message").textValue().getBytes(UTF_8));
  }

  /** A message that holds one record and no other. */
  static byte[] alone(JsonNode record) {
    ObjectNode message = MAPPER.createObjectNode();
    message.putArray("Records").add(record);
    try {
      return MAPPER.writeValueAsBytes(message);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }

  private static JsonNode tree(byte[] message) {
    try {
      return message == null ? MAPPER.nullNode() : MAPPER.readTree(message);
    } catch (IOException e) {
      throw unreadable("it is not JSON", e);
    }
  }

  /**
   * The event that a record tells of; none if that is neither a creation nor a removal.
   *
   * @throws LipstreamException UNREADABLE_RECORD
   */
  static Optional<ObjectEvent> event(JsonNode record) {
    if (EventBridge.is(record)) {
      return EventBridge.event(record);
    }
    String version = text(record, "/eventVersion");
    if (!version.matches("2\\.[0-9]+")) {
      throw unreadable("eventVersion is '%s', expected 2.x".formatted(version), null);
    }
    String source = record.path("eventSource").asText();
    ObjectAddress address =
        new ObjectAddress(
            text(record, "/s3/bucket/name"), key(source, text(record, "/s3/object/key")));
    return kind(text(record, "/eventName"))
        .map(
            kind ->
                new ObjectEvent(
                    kind,
                    address,
                    Sequencer.parse(
                        record.at("/s3/object/sequencer").asText(), source.equals(CEPH))));
  }

  static String text(JsonNode record, String pointer) {
    JsonNode node = record.at(pointer);
    if (!node.isTextual() || node.textValue().isEmpty()) {
      throw unreadable("a record has no text at '%s'".formatted(pointer), null);
    }
    return node.textValue();
  }

  /** MinIO writes the kind with a prefix, the others without. */
  private static Optional<ObjectEvent.Kind> kind(String name) {
    String plain = name.startsWith("s3:") ? name.substring("s3:".length()) : name;
    if (plain.startsWith("ObjectCreated:")) {
      return Optional.of(ObjectEvent.Kind.CREATED);
    } else if (plain.startsWith("ObjectRemoved:") || plain.startsWith("LifecycleExpiration:")) {
      return Optional.of(ObjectEvent.Kind.REMOVED);
    }
    return Optional.empty();
  }

  private static String key(String source, String written) {
    try {
      return source.equals(CEPH) ? written : URLDecoder.decode(written, UTF_8);
    } catch (IllegalArgumentException e) {
      throw unreadable("the key '%s' is not URL-encoded".formatted(written), e);
    }
  }

  private static LipstreamException unreadable(String why, Exception cause) {
    return new LipstreamException(
        ErrorCode.UNREADABLE_RECORD, "the message is no S3 event: " + why, cause);
  }
}
