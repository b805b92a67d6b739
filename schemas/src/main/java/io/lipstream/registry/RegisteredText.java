package io.lipstream.registry;

import org.apache.avro.Schema;

/**
 * The text under which a schema stands in the registry: self-contained, and free of the hints that
 * only Java's generated classes need, so that a producer in another language which loads the
 * released file finds the same schema.
 */
final class RegisteredText {
  private static final String JAVA_STRING = "{\"type\":\"string\",\"avro.java.string\":\"String\"}";

  private RegisteredText() {}

  static String of(Schema schema) {
    return schema.toString().replace(JAVA_STRING, "\"string\"");
  }
}
