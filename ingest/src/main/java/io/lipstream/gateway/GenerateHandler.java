package io.lipstream.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.lipstream.admission.RequestIdentity;
import io.lipstream.event.JobError;
import io.lipstream.event.Request;
import io.lipstream.ledger.JobRow;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
    Duration wait = Query.wait(context, settings.defaultWait(), settings.longestWait());
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
    ObjectNode body = Json.body(context);
    Map<String, JsonNode> values = new LinkedHashMap<>();
    body.properties().forEach(field -> values.put(field.getKey(), field.getValue()));
    String tenant = caller.actsFor(RequestKey.text(values, "tenant"));
    return reading.read(tenant, RequestKey.of(context, values), values, List.of(), clock.millis());
  }

  /** A call that is in order, its files on the shelf. */
  private record Taken(Request request, ReceivedFiles files) {}

  private Taken form(Context context, Caller caller) {
    FormReading.Form form = forms.read(context);
    Map<String, JsonNode> values = form.values();
    String tenant = caller.actsFor(RequestKey.text(values, "tenant"));
    String requestId = RequestKey.of(context, values);
    String jobId = RequestIdentity.jobId(tenant, requestId);
    ReceivedFiles files = received(form, tenant, jobId);
    try {
      files.addresses().forEach(values::put);
      List<JobError> faults = new ArrayList<>(form.faults());
      faults.addAll(files.faults());
      Request request = reading.read(tenant, requestId, values, faults, clock.millis());
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
