package io.lipstream.registry;

import io.lipstream.error.LipstreamException;
import io.lipstream.topic.Topic;
import org.apache.avro.Schema;

/**
 * The explicit step that puts the schemas of all topics into the registry; no serializer ever
 * registers one. Running it again changes nothing.
 */
public final class SchemaRegistration {
  /** Readers upgrade after us and producers before us, so both directions hold for all versions. */
  static final String COMPATIBILITY = "FULL_TRANSITIVE";

  private SchemaRegistration() {}

  /**
   * Registers every released version of every topic's value schema, oldest first, under {@code
   * <topic>-value}, and holds the subject to {@value #COMPATIBILITY}.
   *
   * @throws LipstreamException CONFIGURATION_INVALID naming the subject whose schema the registry
   *     refuses; REGISTRY_UNAVAILABLE
   */
  public static void register(String registryUrl) {
    ConfluentRegistry registry = new ConfluentRegistry(registryUrl);
    for (Topic topic : Topic.values()) {
      if (topic.valueSchema().isPresent()) {
        register(registry, topic.valueSubject());
      }
    }
  }

  private static void register(ConfluentRegistry registry, String subject) {
    // A level can only be set on a subject that exists, and must hold before the next version.
    boolean known = registry.exists(subject);
    if (known) {
      registry.setCompatibility(subject, COMPATIBILITY);
    }
    for (Schema version : ReleasedSchemas.of(subject)) {
      registry.register(subject, RegisteredText.of(version));
      if (!known) {
        registry.setCompatibility(subject, COMPATIBILITY);
        known = true;
      }
    }
  }
}
