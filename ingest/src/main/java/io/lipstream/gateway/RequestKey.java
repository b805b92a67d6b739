package io.lipstream.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import io.lipstream.admission.Admission;
import io.lipstream.field.ShownText;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Whose a request is and which: the tenant, and the header Idempotency-Key or the field request_id,
 * else a new id. The same of both again is the same job.
 */
record RequestKey(String tenant, String requestId) {
  private static final String HEADER = "Idempotency-Key";

  /** The key of a call; faults of it are taken note of, and something stands in their place. */
  static RequestKey of(Context context, Caller caller, Map<String, JsonNode> values) {
    Violations violations = Violations.of(context);
    String named = violations.or(() -> text(values, "tenant"), null);
    String tenant =
        violations.or(() -> tenant(caller, named), caller.tenant().orElse(Caller.NOBODY));
    return new RequestKey(tenant, violations.or(() -> requestId(context, values), "unreadable"));
  }

  /** One that can be none would make addresses of files that look like another's. */
  private static String tenant(Caller caller, String named) {
    String tenant = caller.actsFor(named);
    if (!Admission.isTenant(tenant)) {
      throw Query.invalid("tenant", tenant, Admission.TENANT_EXPECTED);
    }
    return tenant;
  }

  private static String requestId(Context context, Map<String, JsonNode> values) {
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
  private static String text(Map<String, JsonNode> values, String name) {
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
