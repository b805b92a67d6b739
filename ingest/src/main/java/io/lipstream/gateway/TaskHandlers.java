package io.lipstream.gateway;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.lipstream.admission.RequestIdentity;
import io.lipstream.error.ErrorCode;
import io.lipstream.event.Command;
import io.lipstream.event.CommandKind;
import io.lipstream.field.ShownText;
import io.lipstream.ledger.JobRow;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Everything under /tasks but the events. Thread-safe. */
final class TaskHandlers {
  private static final Duration END = Duration.ofSeconds(2);
  private static final int PAGE = 50;

  private final GatewaySettings settings;
  private final TaskDirectory directory;
  private final RowWatch watch;
  private final Outbox outbox;
  private final TaskDocument documents;
  private final Clock clock;

  TaskHandlers(
      GatewaySettings settings,
      TaskDirectory directory,
      RowWatch watch,
      Outbox outbox,
      TaskDocument documents,
      Clock clock) {
    this.settings = settings;
    this.directory = directory;
    this.watch = watch;
    this.outbox = outbox;
    this.documents = documents;
    this.clock = clock;
  }

  /** GET /tasks/{id}. */
  void find(Context context, Caller caller) {
    Violations violations = Violations.of(context);
    Duration wait =
        violations.or(
            () -> Query.wait(context, Duration.ZERO, settings.longestWait()), Duration.ZERO);
    violations.check();
    String jobId = jobId(context);
    Answer.later(
        context,
        () -> watch.until(jobId, row -> row.filter(TaskState::isOver).isPresent(), wait),
        row -> {
          Answer.json(context, 200, documents.of(jobId, visible(row, caller, jobId)));
        });
  }

  /** DELETE /tasks/{id}. A job that has ended stays as it ended, unless it is to be purged. */
  void end(Context context, Caller caller) {
    Violations violations = Violations.of(context);
    boolean purge = violations.or(() -> Query.flag(context, "purge"), false);
    violations.check();
    String jobId = jobId(context);
    Answer.later(
        context,
        () ->
            watch
                .until(jobId, row -> row.filter(TaskHandlers::isMet).isPresent(), END)
                .thenCompose(row -> end(jobId, visible(row, caller, jobId), caller, purge)),
        after -> {
          Optional<JobRow> row = owned(after, caller, jobId);
          boolean ended = !purge && row.filter(TaskState::isEnded).isPresent();
          Answer.json(context, ended ? 200 : 202, documents.of(jobId, row));
        });
  }

  private CompletableFuture<Optional<JobRow>> end(
      String jobId, Optional<JobRow> row, Caller caller, boolean purge) {
    if (!purge && row.filter(TaskState::isEnded).isPresent()) {
      return CompletableFuture.completedFuture(row);
    }
    String tenant =
        row.map(JobRow::getTenant)
            .or(caller::tenant)
            .orElseThrow(
                () -> Refusal.unavailable("the task is not decided on yet; send the same again"));
    Command command =
        Command.newBuilder()
            .setJobId(jobId)
            .setTenant(tenant)
            .setKind(purge ? CommandKind.DELETE : CommandKind.CANCEL)
            .setIssuedAt(clock.instant())
            .build();
    return outbox
        .send(command)
        .thenCompose(
            sent ->
                watch
                    .until(
                        jobId,
                        now ->
                            now.filter(purge ? TaskState::isGone : TaskState::isEnded).isPresent(),
                        END)
                    .exceptionally(failure -> row));
  }

  /** GET /tasks. */
  void list(Context context, Caller caller) {
    Violations violations = Violations.of(context);
    Optional<String> state =
        Query.text(context, "state").map(name -> name.toUpperCase(Locale.ROOT));
    state
        .filter(name -> !TaskState.ALL.contains(name))
        .ifPresent(
            name ->
                violations.addAll(
                    Query.invalid("state", name, "one of " + String.join(", ", TaskState.ALL))
                        .violations()));
    Optional<String> named = Query.text(context, "tenant");
    Optional<String> tenant =
        caller.tenant().isPresent()
            ? Optional.of(
                violations.or(() -> caller.actsFor(named.orElse(null)), caller.tenant().get()))
            : named;
    int limit = violations.or(() -> Query.whole(context, "limit", PAGE, 1, TaskQuery.MOST), PAGE);
    violations.check();
    TaskQuery query = new TaskQuery(tenant, state, Query.text(context, "after").orElse(""), limit);
    Answer.later(
        context,
        () -> directory.list(query),
        page -> {
          ObjectNode body = Json.object();
          ArrayNode tasks = body.putArray("tasks");
          page.rows().forEach(row -> tasks.add(documents.of(row.getJobId(), Optional.of(row))));
          page.next().ifPresent(next -> body.put("next", next));
          Answer.json(context, 200, body);
        });
  }

  /**
   * The id in the path.
   *
   * @throws Refusal JOB_NOT_FOUND for what no job can be called
   */
  static String jobId(Context context) {
    String id = context.pathParam("id");
    if (!RequestIdentity.isJobId(id)) {
      throw notFound(id);
    }
    return id;
  }

  private static boolean isMet(JobRow row) {
    return TaskState.isDecided(row) || TaskState.isGone(row);
  }

  /**
   * The row, which its owner alone may know of.
   *
   * @throws Refusal JOB_NOT_FOUND, also for a job of which only that is left
   */
  static Optional<JobRow> visible(Optional<JobRow> row, Caller caller, String jobId) {
    Optional<JobRow> owned = owned(row, caller, jobId);
    if (owned.filter(TaskState::isGone).isPresent()) {
      throw Refusal.of(
          ErrorCode.JOB_NOT_FOUND,
          owned.get().getGone().equals("PURGED")
              ? "task '%s' was deleted by its tenant".formatted(jobId)
              : "task '%s' ended too long ago and is no longer remembered".formatted(jobId));
    }
    return owned;
  }

  /**
   * The row if it is the caller's; none also where another tenant's command has come before any
   * request, which tells nothing of whose the job will be.
   *
   * @throws Refusal JOB_NOT_FOUND if the job is another tenant's
   */
  static Optional<JobRow> owned(Optional<JobRow> row, Caller caller, String jobId) {
    Optional<JobRow> owned = row.filter(caller::owns);
    if (owned.isEmpty() && row.filter(TaskHandlers::isMet).isPresent()) {
      throw notFound(jobId);
    }
    return owned;
  }

  private static Refusal notFound(String id) {
    return Refusal.of(ErrorCode.JOB_NOT_FOUND, "there is no task '%s'".formatted(ShownText.of(id)));
  }
}
