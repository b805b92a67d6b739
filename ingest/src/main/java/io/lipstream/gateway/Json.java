package io.lipstream.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.lipstream.cloudevent.CompletionJson;
import io.lipstream.error.ErrorCode;
import io.lipstream.event.Completion;
import io.lipstream.event.JobError;
import io.lipstream.field.ShownText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Optional;

/** JSON of the gateway: no name twice in an object, nothing behind the value. Thread-safe. */
final class Json {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Json() {}

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static byte[] bytes(JsonNode node) {
    try {
      return MAPPER.writeValueAsBytes(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree is always written", e);
    }
  }

  /**
   * The object that the body of a call holds. Its media type must be JSON's: any other may come
   * from a page of another site, which a browser lets send it without asking.
   *
   * @throws Refusal MEDIA_TYPE_UNSUPPORTED; as {@link #parse}
   */
  static ObjectNode body(Context context) {
    String given = Optional.ofNullable(context.header("Content-Type")).orElse("");
    String type = given.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT);
    if (!type.equals("application/json")) {
      throw Refusal.of(
          ErrorCode.MEDIA_TYPE_UNSUPPORTED,
          "Content-Type is '%s', expected application/json%s"
              .formatted(
                  ShownText.of(given),
                  context.path().equals(Route.GENERATE.path()) ? " or multipart/form-data" : ""));
    }
    String encoding = Optional.ofNullable(context.header("Content-Encoding")).orElse("identity");
    if (!encoding.equalsIgnoreCase("identity")) {
      throw Refusal.of(
          ErrorCode.MEDIA_TYPE_UNSUPPORTED,
          "Content-Encoding is '%s', expected none".formatted(ShownText.of(encoding)));
    }
    return parse(context.bodyAsBytes());
  }

  /**
   * The object that a body holds.
   *
   * @throws Refusal INVALID_PARAMETER naming the place that is wrong
   */
  static ObjectNode parse(byte[] body) {
    try {
      if (MAPPER.readTree(body) instanceof ObjectNode object) {
        return object;
      }
      throw Refusal.of(ErrorCode.INVALID_PARAMETER, "the body is no JSON object");
    } catch (JsonProcessingException e) {
      var place = e.getLocation();
      throw Refusal.of(
          ErrorCode.INVALID_PARAMETER,
          "the body is no JSON at line %d, column %d: %s"
              .formatted(
                  place == null ? 1 : place.getLineNr(),
                  place == null ? 1 : place.getColumnNr(),
                  ShownText.of(e.getOriginalMessage())));
    } catch (IOException e) {
      throw Refusal.of(
          ErrorCode.INVALID_PARAMETER, "the body is no JSON: its bytes are no UTF-8 text");
    }
  }

  /** A tree of what another instance of ours has sent. */
  static JsonNode read(byte[] answer) throws IOException {
    return MAPPER.readTree(answer);
  }

  static ObjectNode error(JobError error) {
    return object()
        .put("code", error.getCode())
        .put("message", error.getMessage())
        .put("retryable", error.getRetryable());
  }

  static ObjectNode completion(Completion completion) {
    try {
      return (ObjectNode) MAPPER.readTree(CompletionJson.of(completion));
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
  }
}
