package io.lipstream.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.lipstream.admission.RequestIdentity;
import io.lipstream.event.Request;
import io.lipstream.ledger.JobRow;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** POST /generate. Thread-safe. */
final class GenerateHandler {
  private final GatewaySettings settings;
  private final RequestReading reading;
  private final FormReading forms;
  private final Uploads uploads;
  private final Submission submission;
  private final TaskDocument documents;
  private final Clock clock;

  GenerateHandler(
      GatewaySettings settings,
      RequestReading reading,
      Uploads uploads,
      Submission submission,
      TaskDocument documents,
      Clock clock) {
    this.settings = settings;
    this.reading = reading;
    this.forms = new FormReading(settings.uploadBytes());
    this.uploads = uploads;
    this.submission = submission;
    this.documents = documents;
    this.clock = clock;
  }

  void handle(Context context, Caller caller) {
    Duration wait =
        Violations.of(context)
            .or(
                () -> Query.wait(context, settings.defaultWait(), settings.longestWait()),
                Duration.ZERO);
    Taken taken =
        context.isMultipartFormData()
            ? form(context, caller)
            : new Taken(json(context, caller), ReceivedFiles.none());
    String jobId = RequestIdentity.of(taken.request()).jobId();
    Answer.later(
        context,
        () ->
            submission
                .send(taken.request(), wait, taken.files())
                .exceptionallyCompose(failure -> about(failure, jobId)),
        row -> answer(context, jobId, row, wait));
  }

  private Request json(Context context, Caller caller) {
    Violations violations = Violations.of(context);
    ObjectNode body = violations.orEnd(() -> Json.body(context));
    Map<String, JsonNode> values = new LinkedHashMap<>();
    body.properties().forEach(field -> values.put(field.getKey(), field.getValue()));
    RequestKey key = RequestKey.of(context, caller, values);
    return read(key, SentFields.json(values), violations);
  }

  private Request read(RequestKey key, SentFields sent, Violations violations) {
    return reading.read(key.tenant(), key.requestId(), sent, violations.all(), clock.millis());
  }

  /** A call that is in order, its files on the shelf. */
  private record Taken(Request request, ReceivedFiles files) {}

  private Taken form(Context context, Caller caller) {
    Violations violations = Violations.of(context);
    FormReading.Form form = violations.orEnd(() -> forms.read(context));
    Map<String, JsonNode> values = form.values();
    RequestKey key = RequestKey.of(context, caller, values);
    violations.addAll(form.faults());
    ReceivedFiles files =
        received(form, key.tenant(), RequestIdentity.jobId(key.tenant(), key.requestId()));
    try {
      files.addresses().forEach(values::put);
      violations.addAll(files.faults());
      Request request = read(key, SentFields.form(values), violations);
      files.store();
      return new Taken(request, files);
    } catch (RuntimeException e) {
      files.close();
      throw e;
    }
  }

  private ReceivedFiles received(FormReading.Form form, String tenant, String jobId) {
    try {
      return ReceivedFiles.of(form.files(), uploads, tenant, jobId);
    } catch (IOException e) {
      throw Refusal.unavailable("the file could not be kept: " + e.getClass().getSimpleName());
    }
  }

  private void answer(Context context, String jobId, Optional<JobRow> row, Duration wait) {
    boolean done = !wait.isZero() && row.filter(TaskState::isCompleted).isPresent();
    context.header("Location", "/tasks/" + jobId);
    Answer.json(context, done ? 200 : settings.asyncStatus(), documents.of(jobId, row));
  }

  private static <T> CompletableFuture<T> about(Throwable failure, String jobId) {
    return CompletableFuture.failedFuture(
        Failures.refusal(failure).map(refusal -> (Throwable) refusal.about(jobId)).orElse(failure));
  }
}
