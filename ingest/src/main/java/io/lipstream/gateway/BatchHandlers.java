package io.lipstream.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.lipstream.error.ErrorCode;
import io.lipstream.event.JobError;
import io.lipstream.event.Request;
import io.lipstream.field.ShownText;
import io.lipstream.ledger.JobRow;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * POST /batches and GET /batches/{id}. A batch is all or nothing at the door: one fault and no job
 * is sent. The same batch sent again sends the same jobs, which the ledger takes once. Thread-safe.
 */
final class BatchHandlers {
  static final String PORTRAITS = "portraits";
  static final String SCRIPTS = "scripts";

  private final RequestReading reading;
  private final TaskDirectory directory;
  private final Outbox outbox;
  private final TaskDocument documents;
  private final Clock clock;

  BatchHandlers(
      RequestReading reading,
      TaskDirectory directory,
      Outbox outbox,
      TaskDocument documents,
      Clock clock) {
    this.reading = reading;
    this.directory = directory;
    this.outbox = outbox;
    this.documents = documents;
    this.clock = clock;
  }

  void send(Context context, Caller caller) {
    Map<String, JsonNode> values = new LinkedHashMap<>();
    Json.body(context).properties().forEach(field -> values.put(field.getKey(), field.getValue()));
    List<JsonNode> portraits = addresses(values.remove(PORTRAITS), PORTRAITS);
    List<JsonNode> scripts = addresses(values.remove(SCRIPTS), SCRIPTS);
    String tenant = caller.actsFor(RequestKey.text(values, "tenant"));
    String key = RequestKey.of(context, values);
    if (key.isEmpty() || key.codePointCount(0, key.length()) > BatchId.LONGEST_KEY) {
      throw Query.invalid("request_id", key, "1 to %d characters".formatted(BatchId.LONGEST_KEY));
    }
    if ((long) portraits.size() * scripts.size() > BatchId.MOST_JOBS) {
      throw Refusal.of(
          ErrorCode.INVALID_PARAMETER,
          "%d portraits and %d scripts make more than %d jobs"
              .formatted(portraits.size(), scripts.size(), BatchId.MOST_JOBS));
    }
    for (String name : List.of("image_uri", "image_url", "audio_uri", "audio_url")) {
      if (values.containsKey(name)) {
        throw Refusal.of(
            ErrorCode.UNKNOWN_PARAMETER,
            "a batch has no parameter '%s'; did you mean '%s'?"
                .formatted(name, name.startsWith("image") ? PORTRAITS : SCRIPTS));
      }
    }
    if (values.containsKey("output_uri")) {
      throw Query.invalid("output_uri", "", "nothing: jobs of a batch cannot share an output");
    }
    BatchId batch = new BatchId(tenant, key, portraits.size(), scripts.size());
    List<Request> requests = requests(batch, values, portraits, scripts);
    Answer.later(
        context,
        () ->
            CompletableFuture.allOf(
                requests.stream().map(outbox::send).toArray(CompletableFuture[]::new)),
        sent -> {
          context.header("Location", "/batches/" + batch.text());
          ObjectNode body = Json.object();
          body.put("batch_id", batch.text());
          body.put("status_url", "/batches/" + batch.text());
          body.put("jobs", batch.size());
          batch.jobIds().forEach(body.putArray("task_ids")::add);
          Answer.json(context, 202, body);
        });
  }

  private List<Request> requests(
      BatchId batch,
      Map<String, JsonNode> values,
      List<JsonNode> portraits,
      List<JsonNode> scripts) {
    Set<JobError> faults = new LinkedHashSet<>();
    List<Request> requests = new ArrayList<>();
    List<String> ids = batch.requestIds();
    for (int i = 0; i < ids.size(); i++) {
      Map<String, JsonNode> member = new LinkedHashMap<>(values);
      member.put("image_uri", portraits.get(i / scripts.size()));
      member.put("audio_uri", scripts.get(i % scripts.size()));
      try {
        requests.add(reading.read(batch.tenant(), ids.get(i), member, List.of(), clock.millis()));
      } catch (Refusal e) {
        faults.addAll(e.violations());
      }
    }
    if (!faults.isEmpty()) {
      throw Refusal.of(List.copyOf(faults));
    }
    return requests;
  }

  private static List<JsonNode> addresses(JsonNode list, String name) {
    if (list == null || !list.isArray() || list.isEmpty()) {
      throw Query.invalid(
          name, list == null ? "" : list.toString(), "a list of at least one address");
    }
    List<JsonNode> addresses = new ArrayList<>();
    list.forEach(addresses::add);
    return addresses;
  }

  void find(Context context, Caller caller) {
    String id = context.pathParam("id");
    BatchId batch =
        BatchId.parse(id)
            .filter(found -> caller.tenant().map(found.tenant()::equals).orElse(true))
            .orElseThrow(
                () ->
                    Refusal.of(
                        ErrorCode.JOB_NOT_FOUND,
                        "there is no batch '%s'".formatted(ShownText.of(id))));
    Answer.later(
        context,
        () -> directory.findAll(batch.jobIds()),
        rows -> Answer.json(context, 200, document(batch, rows)));
  }

  private ObjectNode document(BatchId batch, Map<String, JobRow> rows) {
    Map<String, Integer> counts = new TreeMap<>();
    List<String> jobIds = batch.jobIds();
    ObjectNode body = Json.object();
    body.put("batch_id", batch.text());
    body.put("jobs", batch.size());
    body.put("ended", rows.values().stream().filter(TaskState::isEnded).count());
    ObjectNode states = body.putObject("states");
    ArrayNode tasks = body.putArray("tasks");
    for (int i = 0; i < jobIds.size(); i++) {
      Optional<JobRow> row = Optional.ofNullable(rows.get(jobIds.get(i)));
      counts.merge(TaskState.of(row), 1, Integer::sum);
      ObjectNode task = documents.of(jobIds.get(i), row);
      task.put("portrait", i / batch.voices());
      task.put("script", i % batch.voices());
      tasks.add(task);
    }
    counts.forEach(states::put);
    return body;
  }
}
