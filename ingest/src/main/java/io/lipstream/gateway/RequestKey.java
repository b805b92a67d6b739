package io.lipstream.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import io.lipstream.field.ShownText;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The id of a request: the header Idempotency-Key or the field request_id, else a new one. The same
 * id again is the same job.
 */
final class RequestKey {
  private static final String HEADER = "Idempotency-Key";

  private RequestKey() {}

  static String of(Context context, Map<String, JsonNode> values) {
    String header = context.header(HEADER);
    String field = text(values, "request_id");
    if (header != null && field != null && !header.equals(field)) {
      throw Query.invalid(
          "request_id", field, "'%s', the Idempotency-Key".formatted(ShownText.of(header)));
    }
    return Optional.ofNullable(header == null ? field : header)
        .orElseGet(() -> UUID.randomUUID().toString());
  }

  /** A field that must be text; null if it is not given. */
  static String text(Map<String, JsonNode> values, String name) {
    JsonNode node = values.get(name);
    if (node == null || node.isNull()) {
      return null;
    }
    if (!node.isTextual()) {
      throw Query.invalid(name, node.toString(), "a text");
    }
    return node.textValue();
  }
}
