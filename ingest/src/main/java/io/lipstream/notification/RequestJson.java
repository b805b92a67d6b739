package io.lipstream.notification;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Request;
import io.lipstream.settings.NearestName;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;

/**
 * A request as a JSON object: fields by their names in Request.avsc, null as if not given, {@code
 * resolution} for min_resolution; an instant in milliseconds since 1970 UTC or in ISO 8601. Every
 * fault is told of at once. What a value may be beyond its type is for admission to judge. For one
 * request.
 */
final class RequestJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final Map<String, String> ALIASES = Map.of("resolution", "min_resolution");
  private static final List<String> NAMES =
      Request.getClassSchema().getFields().stream().map(Schema.Field::name).toList();
  private static final int LONGEST_SHOWN = 80;

  private final Request request = new Request();
  private final List<LipstreamException> faults = new ArrayList<>();

  private RequestJson() {}

  /**
   * Reads a request.
   *
   * @param tenant whose it is; one that the object names must be the same
   * @param requestId where the object names none
   * @throws LipstreamException UNREADABLE_RECORD, UNKNOWN_PARAMETER, INVALID_PARAMETER; the code of
   *     the first fault and the messages of all
   */
  static Request read(byte[] json, String tenant, String requestId) {
    RequestJson reading = new RequestJson();
    reading.take(tree(json));
    reading.fill("tenant", tenant);
    reading.fill("request_id", requestId);
    reading.require(tenant);
    if (!reading.faults.isEmpty()) {
      throw new LipstreamException(
          reading.faults.get(0).code(),
          reading.faults.stream().map(Exception::getMessage).collect(Collectors.joining("; ")));
    }
    return Request.newBuilder(reading.request).build();
  }

  private static JsonNode tree(byte[] json) {
    try {
      JsonNode root = MAPPER.readTree(json);
      if (root.isObject()) {
        return root;
      }
      throw new LipstreamException(ErrorCode.UNREADABLE_RECORD, "the request is no JSON object");
    } catch (IOException e) {
      throw new LipstreamException(
          ErrorCode.UNREADABLE_RECORD,
          "the request is no JSON: "
              + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
          e);
    }
  }

  private void take(JsonNode root) {
    root.properties()
        .forEach(
            entry -> {
              String name = ALIASES.getOrDefault(entry.getKey(), entry.getKey());
              Schema.Field field = request.getSchema().getField(name);
              if (field == null) {
                fault(
                    ErrorCode.UNKNOWN_PARAMETER,
                    "'%s' is no field of a request, did you mean '%s'?"
                        .formatted(
                            shown(entry.getKey()),
                            NearestName.of(shown(entry.getKey()), NAMES).orElse("none")));
              } else if (!entry.getValue().isNull()) {
                take(field, entry.getKey(), entry.getValue());
              }
            });
  }

  private void take(Schema.Field field, String name, JsonNode value) {
    if (request.get(field.pos()) != null) {
      fault(
          ErrorCode.INVALID_PARAMETER,
          "%s is given twice, as %s too".formatted(field.name(), name));
      return;
    }
    try {
      request.put(field.pos(), value(type(field.schema()), value));
    } catch (IllegalArgumentException | DateTimeParseException | ArithmeticException e) {
      fault(
          ErrorCode.INVALID_PARAMETER,
          "%s is '%s', expected %s"
              .formatted(
                  name, shown(value.asText(value.toString())), expected(type(field.schema()))));
    }
  }

  private static Schema type(Schema schema) {
    return schema.isUnion()
        ? schema.getTypes().stream()
            .filter(branch -> branch.getType() != Schema.Type.NULL)
            .findFirst()
            .orElseThrow()
        : schema;
  }

  private static Object value(Schema type, JsonNode value) {
    return switch (type.getType()) {
      case STRING -> checked(value.isTextual(), value.textValue());
      case BOOLEAN -> checked(value.isBoolean(), value.booleanValue());
      case DOUBLE -> checked(value.isNumber(), value.doubleValue());
      case INT -> checked(value.isIntegralNumber() && value.canConvertToInt(), value.intValue());
      case LONG -> instant(value);
      case ENUM -> {
        String symbol = String.valueOf(value.textValue()).toUpperCase(Locale.ROOT);
        yield SpecificData.get().createEnum(checked(type.hasEnumSymbol(symbol), symbol), type);
      }
      default -> throw new IllegalStateException("a request has no field of type " + type);
    };
  }

  private static Instant instant(JsonNode value) {
    if (value.isTextual()) {
      return Instant.ofEpochMilli(Instant.parse(value.textValue()).toEpochMilli());
    }
    checked(value.isIntegralNumber() && value.canConvertToLong(), value);
    return Instant.ofEpochMilli(value.longValue());
  }

  private static <T> T checked(boolean good, T value) {
    if (!good) {
      throw new IllegalArgumentException();
    }
    return value;
  }

  private static String expected(Schema type) {
    return switch (type.getType()) {
      case STRING -> "a text";
      case BOOLEAN -> "true or false";
      case DOUBLE -> "a number";
      case INT -> "a whole number";
      case LONG -> "milliseconds since 1970 UTC or an instant such as 2026-12-31T23:59:59Z";
      case ENUM -> String.join(" or ", type.getEnumSymbols());
      default -> type.getName();
    };
  }

  private void fill(String name, String value) {
    int position = request.getSchema().getField(name).pos();
    if (request.get(position) == null) {
      request.put(position, value);
    }
  }

  private void require(String tenant) {
    if (!tenant.equals(request.getTenant())) {
      fault(
          ErrorCode.INVALID_PARAMETER,
          "tenant is '%s', expected '%s' or none".formatted(shown(request.getTenant()), tenant));
    }
    for (String name : List.of("image_uri", "audio_uri")) {
      boolean faulty = faults.stream().anyMatch(fault -> fault.getMessage().startsWith(name + " "));
      if (request.get(request.getSchema().getField(name).pos()) == null && !faulty) {
        fault(
            ErrorCode.INVALID_PARAMETER,
            name + " is not given, expected s3://bucket/key or an http(s) URL");
      }
    }
  }

  private void fault(ErrorCode code, String message) {
    faults.add(new LipstreamException(code, message));
  }

  private static String shown(String text) {
    String line = text.replaceAll("\\p{Cntrl}", "?").replaceFirst("[?#].*", "");
    return line.length() <= LONGEST_SHOWN ? line : line.substring(0, LONGEST_SHOWN) + "…";
  }
}
