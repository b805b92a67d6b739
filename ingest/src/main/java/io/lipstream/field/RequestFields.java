package io.lipstream.field;

import com.fasterxml.jackson.databind.JsonNode;
import io.lipstream.error.ErrorCode;
import io.lipstream.event.JobError;
import io.lipstream.event.Request;
import io.lipstream.settings.NearestName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.Schema;

/**
 * Reads the fields of a request from named values, by HTTP and from the shelf alike: under their
 * names in Request.avsc or an alias, null as if not given. Every fault is told of at once. What a
 * value may be beyond its type is for admission to judge. Pure and thread-safe.
 */
public final class RequestFields {
  /** Other names that clients use for a field. */
  public static final Map<String, String> ALIASES =
      Map.of(
          "resolution", "min_resolution",
          "image_url", "image_uri",
          "audio_url", "audio_uri");

  /** Fields that hold the address of an asset, which every request needs. */
  public static final List<String> ASSETS = List.of("image_uri", "audio_uri");

  private static final Schema SCHEMA = Request.getClassSchema();

  private RequestFields() {}

  /** Every name that a client may use. */
  public static Set<String> names() {
    Set<String> names = new TreeSet<>(ALIASES.keySet());
    SCHEMA.getFields().forEach(field -> names.add(field.name()));
    return names;
  }

  /**
   * Puts the values into a request.
   *
   * @param names what the client calls its fields
   * @return all that is wrong with them: names that are not known or come twice, values that cannot
   *     be read
   */
  public static List<JobError> put(
      Map<String, JsonNode> values, GivenNames names, Request request) {
    List<JobError> faults = new ArrayList<>();
    named(values, faults)
        .forEach((name, node) -> put(request, SCHEMA.getField(name), names.of(name), node, faults));
    return faults;
  }

  /** Those of {@link #ASSETS} that the values do not have under any name. */
  public static List<String> missing(Map<String, JsonNode> values) {
    Map<String, JsonNode> named = named(values, new ArrayList<>());
    return ASSETS.stream().filter(asset -> !named.containsKey(asset)).toList();
  }

  private static Map<String, JsonNode> named(Map<String, JsonNode> values, List<JobError> faults) {
    Map<String, JsonNode> named = new LinkedHashMap<>();
    values.forEach(
        (given, node) -> {
          String name = ALIASES.getOrDefault(given, given);
          if (node.isNull()) {
            return;
          }
          if (SCHEMA.getField(name) == null) {
            faults.add(unknown(ShownText.of(given)));
          } else if (named.putIfAbsent(name, node) != null) {
            faults.add(
                invalid("%s is given twice, once as '%s'".formatted(name, ShownText.of(given))));
          }
        });
    return named;
  }

  private static void put(
      Request request, Schema.Field field, String name, JsonNode node, List<JobError> faults) {
    FieldValue.read(field, node)
        .ifPresentOrElse(
            value -> request.put(field.pos(), value),
            () ->
                faults.add(
                    invalid(
                        "%s is '%s', expected %s"
                            .formatted(name, shown(node), FieldValue.expected(field)))));
  }

  /** Without the query of an address, which may be secret. */
  private static String shown(JsonNode node) {
    String text = node.isValueNode() ? node.asText() : node.toString();
    return ShownText.of(text.replaceFirst("(?s)[?#].*", ""));
  }

  private static JobError unknown(String name) {
    return ErrorCode.UNKNOWN_PARAMETER.jobError(
        "there is no parameter '%s'; %s".formatted(name, NearestName.hint(name, names())));
  }

  private static JobError invalid(String message) {
    return ErrorCode.INVALID_PARAMETER.jobError(message);
  }
}
