package io.lipstream.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import io.lipstream.admission.Admission;
import io.lipstream.admission.RequestIdentity;
import io.lipstream.admission.Verdict;
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
 * Makes a request of named values, whatever way they came, and says everything that is wrong with
 * them at once: names that are not known, values that cannot be read, and what the topology's own
 * admission finds. Pure and thread-safe.
 */
final class RequestReading {
  /** Other names that clients use for a field. */
  static final Map<String, String> ALIASES =
      Map.of(
          "resolution", "min_resolution",
          "image_url", "image_uri",
          "audio_url", "audio_uri");

  private static final Schema SCHEMA = Request.getClassSchema();

  /** Stands where an address is missing, so that all else can be judged. */
  static final String MISSING = "https://missing.invalid/";

  private static final Set<String> ADDRESSES = Set.of("image_uri", "audio_uri");

  private final Admission admission;

  RequestReading(Admission admission) {
    this.admission = admission;
  }

  /**
   * The request.
   *
   * @param values by name; what is null counts as not given
   * @param others faults of the call that were found before; they are said last
   * @param now milliseconds since 1970 UTC
   * @throws Refusal with every violation
   */
  Request read(
      String tenant,
      String requestId,
      Map<String, JsonNode> values,
      List<JobError> others,
      long now) {
    List<JobError> faults = new ArrayList<>();
    Request request = new Request();
    request.put("tenant", tenant);
    request.put("request_id", requestId);
    named(values, faults).forEach((name, node) -> put(request, name, node, faults));
    for (String address : ADDRESSES) {
      if (request.get(address) == null) {
        if (faults.stream().noneMatch(fault -> fault.getMessage().startsWith(address + " "))) {
          faults.add(
              Refusal.error(
                  ErrorCode.INVALID_PARAMETER,
                  "%s is missing, expected s3://bucket/key or an http(s) URL".formatted(address)));
        }
        request.put(address, MISSING);
      }
    }
    Verdict verdict = admission.judge(request, RequestIdentity.of(request), now);
    if (verdict instanceof Verdict.Refused refused) {
      faults.addAll(refused.errors());
    }
    faults.addAll(others);
    if (!faults.isEmpty()) {
      throw Refusal.of(faults);
    }
    return request;
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
            faults.add(unknown(given));
          } else if (named.putIfAbsent(name, node) != null) {
            faults.add(
                Refusal.error(
                    ErrorCode.INVALID_PARAMETER,
                    "%s is given twice, once as '%s'".formatted(name, ShownText.of(given))));
          }
        });
    return named;
  }

  private static void put(Request request, String name, JsonNode node, List<JobError> faults) {
    Schema.Field field = SCHEMA.getField(name);
    if (name.equals("tenant") || name.equals("request_id")) {
      return;
    }
    FieldValue.read(field, node)
        .ifPresentOrElse(
            value -> request.put(field.pos(), value),
            () ->
                faults.add(
                    Refusal.error(
                        ErrorCode.INVALID_PARAMETER,
                        "%s is '%s', expected %s"
                            .formatted(
                                name,
                                ShownText.of(node.isValueNode() ? node.asText() : node.toString()),
                                FieldValue.expected(field)))));
  }

  private static JobError unknown(String name) {
    return Refusal.error(
        ErrorCode.UNKNOWN_PARAMETER,
        "there is no parameter '%s'; did you mean '%s'?"
            .formatted(ShownText.of(name), NearestName.of(ShownText.of(name), names()).orElse("")));
  }

  /** Every name that a client may use. */
  static Set<String> names() {
    Set<String> names = new TreeSet<>(ALIASES.keySet());
    SCHEMA.getFields().forEach(field -> names.add(field.name()));
    return names;
  }
}
