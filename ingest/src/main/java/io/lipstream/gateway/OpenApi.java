package io.lipstream.gateway;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lipstream.event.Request;
import io.lipstream.field.FieldValue;
import io.lipstream.field.RequestFields;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.Schema;

/** The OpenAPI 3.1 document, written from {@link Route} and from the schema of a request. Pure. */
final class OpenApi {
  private static final Set<String> OWN = Set.of("image_uri", "audio_uri", "output_uri");

  private OpenApi() {}

  static ObjectNode document(int asyncStatus) {
    ObjectNode document = Json.object();
    document.put("openapi", "3.1.0");
    document.putObject("info").put("title", "Lipstream").put("version", "1");
    ObjectNode paths = document.putObject("paths");
    for (Route route : Route.values()) {
      paths
          .withObjectProperty(route.path())
          .set(route.method().name().toLowerCase(Locale.ROOT), operation(route, asyncStatus));
    }
    ObjectNode components = document.putObject("components");
    ObjectNode schemas = components.putObject("schemas");
    schemas.set("Request", request(true));
    schemas.set("Batch", batch());
    schemas.set("Problem", problem());
    ObjectNode security = components.putObject("securitySchemes");
    security.putObject("key").put("type", "apiKey").put("in", "header").put("name", "X-API-Key");
    security.putObject("bearer").put("type", "http").put("scheme", "bearer");
    return document;
  }

  private static ObjectNode operation(Route route, int asyncStatus) {
    ObjectNode operation = Json.object();
    operation.put("operationId", route.name().toLowerCase(Locale.ROOT));
    operation.put("summary", route.summary());
    ArrayNode parameters = operation.putArray("parameters");
    if (route.path().contains("{id}")) {
      parameter(parameters, "id", "path").put("required", true);
    }
    route.queries().forEach(name -> parameter(parameters, name, "query"));
    if (route == Route.GENERATE || route == Route.BATCH) {
      parameter(parameters, "Idempotency-Key", "header");
      body(operation.putObject("requestBody").put("required", true), route);
    }
    ObjectNode responses = operation.putObject("responses");
    for (int status : statuses(route, asyncStatus)) {
      ObjectNode response = responses.putObject(Integer.toString(status));
      response.put("description", status < 400 ? route.summary() : "The call is refused.");
      ObjectNode content = response.putObject("content");
      if (status < 400) {
        content.putObject(mediaType(route)).putObject("schema");
      } else {
        content
            .putObject(ProblemDocument.MEDIA_TYPE)
            .putObject("schema")
            .put("$ref", "#/components/schemas/Problem");
      }
    }
    if (route.keyed()) {
      ArrayNode security = operation.putArray("security");
      security.addObject().putArray("key");
      security.addObject().putArray("bearer");
    }
    return operation;
  }

  private static Set<Integer> statuses(Route route, int asyncStatus) {
    Set<Integer> statuses = new TreeSet<>(route.statuses());
    statuses.add(400);
    statuses.add(403);
    if (route.keyed()) {
      statuses.add(401);
    }
    if (route == Route.GENERATE) {
      statuses.remove(asyncStatus == 202 ? 201 : 202);
    }
    return statuses;
  }

  private static String mediaType(Route route) {
    return switch (route) {
      case TASK_EVENTS -> "text/event-stream";
      case METRICS -> "text/plain";
      default -> "application/json";
    };
  }

  private static ObjectNode parameter(ArrayNode parameters, String name, String in) {
    ObjectNode parameter = parameters.addObject().put("name", name).put("in", in);
    parameter
        .putObject("schema")
        .put("type", Set.of("wait", "limit").contains(name) ? "integer" : "string");
    return parameter;
  }

  private static void body(ObjectNode body, Route route) {
    ObjectNode content = body.putObject("content");
    content
        .putObject("application/json")
        .putObject("schema")
        .put("$ref", "#/components/schemas/" + (route == Route.GENERATE ? "Request" : "Batch"));
    if (route == Route.GENERATE) {
      ObjectNode form = request(true);
      FormReading.FILES.stream()
          .sorted()
          .forEach(
              name ->
                  form.withObjectProperty("properties")
                      .putObject(name)
                      .put("type", "string")
                      .put("contentMediaType", "application/octet-stream"));
      content.putObject("multipart/form-data").set("schema", form);
    }
  }

  private static ObjectNode batch() {
    ObjectNode batch = request(false);
    for (String list : new String[] {BatchHandlers.PORTRAITS, BatchHandlers.SCRIPTS}) {
      ObjectNode property = batch.withObjectProperty("properties").putObject(list);
      property.put("type", "array").put("minItems", 1).putObject("items").put("type", "string");
    }
    batch.putArray("required").add(BatchHandlers.PORTRAITS).add(BatchHandlers.SCRIPTS);
    return batch;
  }

  private static ObjectNode request(boolean single) {
    ObjectNode request = Json.object().put("type", "object").put("additionalProperties", false);
    ObjectNode properties = request.putObject("properties");
    for (Schema.Field field : Request.getClassSchema().getFields()) {
      if (single || !OWN.contains(field.name())) {
        property(properties.putObject(field.name()), field);
      }
    }
    RequestFields.ALIASES.forEach(
        (alias, name) -> {
          if (single || !OWN.contains(name)) {
            property(properties.putObject(alias), Request.getClassSchema().getField(name));
          }
        });
    return request;
  }

  private static void property(ObjectNode property, Schema.Field field) {
    Schema type = FieldValue.type(field);
    property.put("description", field.doc());
    switch (type.getType()) {
      case INT -> property.put("type", "integer");
      case DOUBLE -> property.put("type", "number");
      case BOOLEAN -> property.put("type", "boolean");
      case LONG -> property.putArray("type").add("integer").add("string");
      case ENUM -> {
        property.put("type", "string");
        FieldValue.symbols(type).forEach(property.putArray("enum")::add);
      }
      default -> property.put("type", "string");
    }
  }

  private static ObjectNode problem() {
    ObjectNode problem = Json.object().put("type", "object");
    ObjectNode properties = problem.putObject("properties");
    for (String name : new String[] {"type", "title", "detail", "instance", "code", "task_id"}) {
      properties.putObject(name).put("type", "string");
    }
    properties.putObject("status").put("type", "integer");
    properties.putObject("retry_after").put("type", "integer");
    properties.putObject("retryable").put("type", "boolean");
    properties.putObject("violations").put("type", "array");
    return problem;
  }
}
