package io.lipstream.registry;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.avro.AvroSchema;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.avro.AvroSchemaProvider;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client.SchemaRegistryClient;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client.SchemaRegistryClientFactory;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;

/**
 * The one place that knows the Confluent client, here in the relocated form that Flink publishes on
 * Maven Central; a build with Confluent's own repository swaps the imports and nothing else.
 * Thread-safe. Schemas cross this border as text, since the client brings an Avro of its own.
 */
final class ConfluentRegistry {
  private static final int SCHEMAS_REMEMBERED = 1000;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int UNPROCESSABLE = 422;
  private static final Map<String, String> CLIENT_PROPERTIES =
      Map.of("http.connect.timeout.ms", "5000", "http.read.timeout.ms", "10000");

  private final SchemaRegistryClient client;
  private final String shownAddress;

  ConfluentRegistry(String registryUrl) {
    this.shownAddress = registryUrl.replaceAll("//[^/@]*@", "//");
    this.client =
        SchemaRegistryClientFactory.newClient(
            List.of(registryUrl),
            SCHEMAS_REMEMBERED,
            List.of(new AvroSchemaProvider()),
            CLIENT_PROPERTIES,
            Map.of());
  }

  /**
   * Id of a schema that must have been registered before.
   *
   * @throws LipstreamException CONFIGURATION_INVALID if it was not, REGISTRY_UNAVAILABLE
   */
  int idOf(String subject, String schemaText) {
    return call(
        "looking up the schema of " + subject,
        registry -> registry.getId(subject, new AvroSchema(schemaText)),
        refusal ->
            refusal.getStatus() == NOT_FOUND
                ? new LipstreamException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "the schema in use is not registered for subject '%s' at %s; register it first"
                        .formatted(subject, shownAddress),
                    refusal)
                : null);
  }

  /**
   * Text of a registered schema.
   *
   * @throws LipstreamException UNREADABLE_RECORD if no schema has the id, REGISTRY_UNAVAILABLE
   */
  String schemaOf(int id) {
    return call(
        "looking up schema id " + id,
        registry -> registry.getSchemaById(id).canonicalString(),
        refusal ->
            refusal.getStatus() == NOT_FOUND
                ? new LipstreamException(
                    ErrorCode.UNREADABLE_RECORD,
                    "no schema is registered under id %d".formatted(id),
                    refusal)
                : null);
  }

  /**
   * Adds a version to a subject; the same text twice is one version.
   *
   * @throws LipstreamException CONFIGURATION_INVALID if refused as incompatible,
   *     REGISTRY_UNAVAILABLE
   */
  void register(String subject, String schemaText) {
    call(
        "registering the schema of " + subject,
        registry -> registry.register(subject, new AvroSchema(schemaText)),
        refusal ->
            refusal.getStatus() == CONFLICT || refusal.getStatus() == UNPROCESSABLE
                ? new LipstreamException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "the registry refuses the schema of '%s': %s"
                        .formatted(subject, firstLine(refusal)),
                    refusal)
                : null);
  }

  void setCompatibility(String subject, String level) {
    call(
        "setting the compatibility of " + subject,
        registry -> registry.updateCompatibility(subject, level),
        refusal -> null);
  }

  String compatibility(String subject) {
    return call(
        "reading the compatibility of " + subject,
        registry -> registry.getCompatibility(subject),
        refusal -> null);
  }

  boolean exists(String subject) {
    return call(
        "listing subjects",
        registry -> registry.getAllSubjects().contains(subject),
        refusal -> null);
  }

  private <T> T call(String what, Call<T> call, Refusal refusal) {
    try {
      return call.on(client);
    } catch (RestClientException e) {
      LipstreamException understood = refusal.translate(e);
      throw understood != null ? understood : unavailable(what, e);
    } catch (IOException e) {
      throw unavailable(what, e);
    }
  }

  private LipstreamException unavailable(String what, Exception cause) {
    return new LipstreamException(
        ErrorCode.REGISTRY_UNAVAILABLE,
        "%s at %s failed: %s".formatted(what, shownAddress, firstLine(cause)),
        cause);
  }

  private static String firstLine(Exception failure) {
    return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
  }

  @FunctionalInterface
  private interface Call<T> {
    T on(SchemaRegistryClient client) throws IOException, RestClientException;
  }

  /** Gives a refusal its own meaning, or null where it has none. */
  @FunctionalInterface
  private interface Refusal {
    LipstreamException translate(RestClientException refusal);
  }
}
