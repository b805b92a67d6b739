package io.lipstream.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.javalin.http.Context;
import io.lipstream.error.ErrorCode;
import io.lipstream.event.JobError;
import io.lipstream.event.Request;
import io.lipstream.field.ShownText;
import io.lipstream.ledger.JobRow;
import io.lipstream.quota.Allowance;
import io.lipstream.quota.QuotaSettings;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * POST /batches and GET /batches/{id}. A batch is all or nothing at the door: one fault and no job
 * is sent. The same batch sent again sends the same jobs, which the ledger takes once; so it is
 * sent again, too, where the ledger could not take all of them at the time. Thread-safe.
 */
final class BatchHandlers {
  static final String PORTRAITS = "portraits";
  static final String SCRIPTS = "scripts";

  private final RequestReading reading;
  private final QuotaSettings quota;
  private final TaskDirectory directory;
  private final BatchSubmission submission;
  private final TaskDocument documents;
  private final Clock clock;

  BatchHandlers(
      RequestReading reading,
      QuotaSettings quota,
      TaskDirectory directory,
      BatchSubmission submission,
      TaskDocument documents,
      Clock clock) {
    this.reading = reading;
    this.quota = quota;
    this.directory = directory;
    this.submission = submission;
    this.documents = documents;
    this.clock = clock;
  }

  void send(Context context, Caller caller) {
    Violations violations = Violations.of(context);
    Map<String, JsonNode> values = new LinkedHashMap<>();
    violations
        .orEnd(() -> Json.body(context))
        .properties()
        .forEach(field -> values.put(field.getKey(), field.getValue()));
    List<JsonNode> portraits = addresses(values.remove(PORTRAITS), PORTRAITS, violations);
    List<JsonNode> scripts = addresses(values.remove(SCRIPTS), SCRIPTS, violations);
    RequestKey key = RequestKey.of(context, caller, values);
    checkFields(values, key, violations);
    checkSize(portraits.size(), scripts.size(), key.tenant(), violations);
    BatchId batch = new BatchId(key.tenant(), key.requestId(), portraits.size(), scripts.size());
    List<Request> requests = requests(batch, values, portraits, scripts, violations);
    context.header("Location", "/batches/" + batch.text());
    Answer.later(
        context,
        () -> submission.send(batch, requests),
        sent -> {
          ObjectNode body = Json.object();
          body.put("batch_id", batch.text());
          body.put("status_url", "/batches/" + batch.text());
          body.put("jobs", batch.size());
          batch.jobIds().forEach(body.putArray("task_ids")::add);
          Answer.json(context, 202, body);
        });
  }

  private static void checkFields(
      Map<String, JsonNode> values, RequestKey key, Violations violations) {
    String id = key.requestId();
    if (id.isEmpty() || id.codePointCount(0, id.length()) > BatchId.LONGEST_KEY) {
      violations.add(
          ErrorCode.INVALID_PARAMETER,
          "request_id is '%s', expected 1 to %d characters"
              .formatted(ShownText.of(id), BatchId.LONGEST_KEY));
    }
    for (String name : List.of("image_uri", "image_url", "audio_uri", "audio_url")) {
      if (values.remove(name) != null) {
        violations.add(
            ErrorCode.UNKNOWN_PARAMETER,
            "a batch has no parameter '%s'; did you mean '%s'?"
                .formatted(name, name.startsWith("image") ? PORTRAITS : SCRIPTS));
      }
    }
    if (values.remove("output_uri") != null) {
      violations.add(
          ErrorCode.INVALID_PARAMETER,
          "output_uri is given, expected nothing: jobs of a batch cannot share an output");
    }
  }

  /** What the quota could never let in at once would be refused job by job, for hours. */
  private void checkSize(int portraits, int scripts, String tenant, Violations violations) {
    long jobs = (long) portraits * scripts;
    int most = mostJobs(quota.of(tenant));
    if (jobs > most) {
      violations.add(
          ErrorCode.INVALID_PARAMETER,
          "%d portraits and %d scripts make %d jobs, expected up to %d%s"
              .formatted(
                  portraits,
                  scripts,
                  jobs,
                  most,
                  most < BatchId.MOST_JOBS
                      ? ", which tenant '%s' may send at once".formatted(ShownText.of(tenant))
                      : ""));
    }
  }

  /** Jobs that a batch may have. */
  static int mostJobs(Allowance allowance) {
    return allowance.unlimited()
        ? BatchId.MOST_JOBS
        : (int) Math.min(BatchId.MOST_JOBS, allowance.burst());
  }

  /** Of a batch that is too large only as many members are judged as one may have. */
  private List<Request> requests(
      BatchId batch,
      Map<String, JsonNode> values,
      List<JsonNode> portraits,
      List<JsonNode> scripts,
      Violations violations) {
    Set<JobError> faults = new LinkedHashSet<>();
    List<Request> requests = new ArrayList<>();
    long members = (long) portraits.size() * scripts.size();
    for (int i = 0; i < Math.min(members, BatchId.MOST_JOBS); i++) {
      Map<String, JsonNode> member = new LinkedHashMap<>(values);
      member.put("image_uri", portraits.get(i / scripts.size()));
      member.put("audio_uri", scripts.get(i % scripts.size()));
      SentFields sent =
          SentFields.member(
              member,
              "%s[%d]".formatted(PORTRAITS, i / scripts.size()),
              "%s[%d]".formatted(SCRIPTS, i % scripts.size()));
      String id = violations.all().isEmpty() ? batch.requestId(i) : Integer.toString(i);
      try {
        requests.add(reading.read(batch.tenant(), id, sent, List.of(), clock.millis()));
      } catch (Refusal e) {
        faults.addAll(e.violations());
      }
    }
    violations.addAll(List.copyOf(faults));
    violations.check();
    return requests;
  }

  private static List<JsonNode> addresses(JsonNode list, String name, Violations violations) {
    List<JsonNode> addresses = new ArrayList<>();
    if (list != null && list.isArray()) {
      list.forEach(addresses::add);
    }
    if (addresses.isEmpty()) {
      violations.add(
          ErrorCode.INVALID_PARAMETER,
          "%s is '%s', expected a list of at least one address"
              .formatted(name, list == null ? "" : ShownText.of(list.toString())));
      addresses.add(TextNode.valueOf(RequestReading.MISSING));
    }
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
