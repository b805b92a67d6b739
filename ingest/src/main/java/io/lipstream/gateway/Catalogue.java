package io.lipstream.gateway;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lipstream.admission.AdmissionSettings;
import io.lipstream.error.ErrorCode;
import io.lipstream.event.Lane;
import io.lipstream.event.Request;
import io.lipstream.field.RequestFields;
import io.lipstream.quota.Allowance;
import java.util.Map;
import java.util.Optional;

/** What the gateway knows without asking anybody: presets, errors, limits. Pure. */
final class Catalogue {
  private Catalogue() {}

  static ObjectNode presets(AdmissionSettings admission) {
    ObjectNode body = Json.object();
    ArrayNode presets = body.putArray("presets");
    admission
        .presets()
        .forEach(
            preset -> {
              ObjectNode node = presets.addObject();
              node.put("name", preset.name());
              node.put("min_resolution", preset.minResolution());
              node.put("inference_steps", preset.inferenceSteps());
              node.put("dynamic_scale", preset.dynamicScale());
              node.put("lane", preset.lane().name());
              node.put("degradable", preset.degradable());
              preset.maxSeconds().ifPresent(seconds -> node.put("max_audio_seconds", seconds));
            });
    return body;
  }

  static ObjectNode errors() {
    ObjectNode body = Json.object();
    ArrayNode errors = body.putArray("errors");
    for (ErrorCode code : ErrorCode.values()) {
      ObjectNode node = errors.addObject();
      node.put("code", code.name());
      node.put("retryable", code.retryable());
      node.put("status", ProblemDocument.status(code));
      node.put("summary", code.summary());
    }
    return body;
  }

  /**
   * What a call may carry, and how much of it is taken.
   *
   * @param tenant who asks; none for a call without a key
   */
  static ObjectNode limits(GatewaySettings settings, Terms terms, Optional<String> tenant) {
    ObjectNode body = Json.object();
    Allowance allowance = tenant.map(terms.quota()::of).orElseGet(() -> terms.quota().standard());
    if (!allowance.unlimited()) {
      body.putObject("quota")
          .put("requests_per_minute", allowance.perMinute())
          .put("burst", allowance.burst());
    }
    body.put("idempotence_seconds", terms.idempotence().toSeconds());
    ObjectNode lanes = body.putObject("lanes");
    for (Lane lane : Lane.values()) {
      ObjectNode node = lanes.putObject(lane.name());
      long longest = terms.backlog().limit(lane).toSeconds();
      if (longest > 0) {
        node.put("longest_estimated_wait_seconds", longest);
      }
    }
    body.put("upload_bytes", settings.uploadBytes());
    body.put("json_bytes", settings.jsonBytes());
    body.put("batch_jobs", BatchHandlers.mostJobs(allowance));
    body.put("page_tasks", TaskQuery.MOST);
    body.put("event_streams", StreamPlaces.MOST);
    body.put("event_streams_of_one_caller", StreamPlaces.OF_ONE_CALLER);
    body.put("longest_wait_seconds", settings.longestWait().toSeconds());
    body.put("default_wait_seconds", settings.defaultWait().toSeconds());
    body.put("link_seconds", settings.linkLifetime().toSeconds());
    ObjectNode parameters = body.putObject("parameters");
    Request.getClassSchema()
        .getFields()
        .forEach(field -> parameters.put(field.name(), field.doc()));
    ObjectNode aliases = body.putObject("aliases");
    RequestFields.ALIASES.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(alias -> aliases.put(alias.getKey(), alias.getValue()));
    return body;
  }
}
