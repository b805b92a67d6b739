package io.lipstream.field;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;

/**
 * Reads one field of a request from JSON or from the text of a form, as its schema wants it. A
 * number may come as text, in the syntax of JSON; an instant as milliseconds or as ISO 8601. Pure.
 */
public final class FieldValue {
  /** Java's own syntax also has 1d, 0x1p3 and NaN. */
  private static final Pattern JSON_NUMBER =
      Pattern.compile("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?");

  private FieldValue() {}

  /** The value as the event's class takes it; none if it cannot be read so. */
  static Optional<Object> read(Schema.Field field, JsonNode node) {
    Schema type = type(field);
    try {
      return switch (type.getType()) {
        case STRING -> Optional.ofNullable(node.textValue());
        case INT -> whole(number(node), Integer.MAX_VALUE).map(Math::toIntExact);
        case DOUBLE -> Optional.of(number(node));
        case BOOLEAN -> flag(node);
        case ENUM -> symbol(type, node);
        case LONG -> instant(node);
        default -> throw new IllegalStateException("no request has a field of " + type);
      };
    } catch (NumberFormatException | DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  /** What may stand in the field, for a message. */
  static String expected(Schema.Field field) {
    Schema type = type(field);
    return switch (type.getType()) {
      case STRING -> "a text";
      case INT -> "a whole number";
      case DOUBLE -> "a number";
      case BOOLEAN -> "true or false";
      case ENUM -> String.join(" or ", symbols(type));
      default -> "milliseconds since 1970 UTC, or an instant as 2030-01-31T12:00:00Z";
    };
  }

  /** The schema of a field's value when it is given. */
  public static Schema type(Schema.Field field) {
    Schema schema = field.schema();
    return schema.isUnion()
        ? schema.getTypes().stream()
            .filter(each -> each.getType() != Schema.Type.NULL)
            .findFirst()
            .orElseThrow()
        : schema;
  }

  /** The symbols that a client may send. */
  public static List<String> symbols(Schema type) {
    return type.getEnumSymbols().stream().filter(symbol -> !symbol.equals("UNKNOWN")).toList();
  }

  private static double number(JsonNode node) {
    if (node.isNumber()) {
      return node.doubleValue();
    }
    String text = node.isTextual() ? node.textValue().strip() : "";
    if (!JSON_NUMBER.matcher(text).matches()) {
      throw new NumberFormatException();
    }
    return Double.parseDouble(text);
  }

  private static Optional<Long> whole(double number, long largest) {
    return number == Math.rint(number) && Math.abs(number) <= largest
        ? Optional.of((long) number)
        : Optional.empty();
  }

  private static Optional<Object> flag(JsonNode node) {
    if (node.isBoolean()) {
      return Optional.of(node.booleanValue());
    }
    return switch (node.isTextual() ? node.textValue().strip() : "") {
      case "true" -> Optional.of(true);
      case "false" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  private static Optional<Object> symbol(Schema type, JsonNode node) {
    String name = node.isTextual() ? node.textValue().strip().toUpperCase(Locale.ROOT) : "";
    return symbols(type).contains(name)
        ? Optional.of(SpecificData.get().createEnum(name, type))
        : Optional.empty();
  }

  /** In whole milliseconds, as the event has it: a finer one would make another digest. */
  private static Optional<Object> instant(JsonNode node) {
    if (node.isTextual() && node.textValue().contains("T")) {
      Instant instant = OffsetDateTime.parse(node.textValue().strip()).toInstant();
      return Optional.of(Instant.ofEpochMilli(instant.toEpochMilli()));
    }
    return whole(number(node), 1L << 53).map(Instant::ofEpochMilli);
  }
}
