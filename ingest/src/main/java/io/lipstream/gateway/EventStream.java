package io.lipstream.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.javalin.http.Context;
import io.lipstream.ledger.JobRow;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;

/**
 * GET /tasks/{id}/events: the task's document as an event at once and at each change of its row,
 * until it has ended; a comment now and then keeps the line open. Each stream has a thread, and
 * there are only so many, as {@link StreamPlaces} shares them out. That of a task which the ledger
 * does not meet ends soon; a client that is in earnest comes again by itself. Thread-safe.
 */
final class EventStream {
  private static final Duration LOOK = Duration.ofMillis(250);
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private final TaskDirectory directory;
  private final TaskDocument documents;
  private final ExecutorService threads;
  private final Duration untilKnown;
  private final StreamPlaces places = new StreamPlaces();

  /**
   * @param untilKnown how long a task is watched that the ledger has not met
   */
  EventStream(
      TaskDirectory directory,
      TaskDocument documents,
      ExecutorService threads,
      Duration untilKnown) {
    this.directory = directory;
    this.documents = documents;
    this.threads = threads;
    this.untilKnown = untilKnown;
  }

  void handle(Context context, Caller caller) {
    String jobId = TaskHandlers.jobId(context);
    Optional<JobRow> first = TaskHandlers.visible(directory.find(jobId).join(), caller, jobId);
    StreamPlaces.Place place =
        places
            .take(caller.tenant().orElseGet(context::ip), isKnown(first))
            .orElseThrow(
                () ->
                    Refusal.unavailable(
                        "too many tasks are watched at once already, expected up to %d of one caller, fewer of ids that are not met yet"
                            .formatted(StreamPlaces.OF_ONE_CALLER)));
    context.async(
        task -> task.executor = threads,
        () -> {
          try (place) {
            stream(context, jobId, caller, first, place);
          } catch (IOException e) {
            // The client has gone.
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // The gateway closes.
          } catch (Refusal e) {
            // The task turned out to be another tenant's.
          }
        });
  }

  private static boolean isKnown(Optional<JobRow> row) {
    return row.filter(TaskState::isDecided).isPresent();
  }

  private void stream(
      Context context,
      String jobId,
      Caller caller,
      Optional<JobRow> first,
      StreamPlaces.Place place)
      throws IOException, InterruptedException {
    var response = context.res();
    response.setContentType("text/event-stream");
    response.setCharacterEncoding("UTF-8");
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("X-Accel-Buffering", "no");
    OutputStream out = response.getOutputStream();
    write(out, "retry: 2000\n\n");
    Optional<JobRow> row = first;
    send(out, jobId, row);
    long begun = System.nanoTime();
    long spoken = begun;
    while (row.filter(TaskState::isOver).isEmpty()) {
      if (isKnown(row)) {
        place.becameKnown();
      } else if (System.nanoTime() - begun > untilKnown.toNanos()) {
        return;
      }
      Thread.sleep(LOOK.toMillis());
      Optional<JobRow> now = next(jobId, caller, row);
      if (!now.equals(row)) {
        row = now;
        send(out, jobId, row);
        spoken = System.nanoTime();
      } else if (System.nanoTime() - spoken > SILENCE.toNanos()) {
        write(out, ": still there\n\n");
        spoken = System.nanoTime();
      }
    }
  }

  /** An owner that is away for a moment ends no stream. */
  private Optional<JobRow> next(String jobId, Caller caller, Optional<JobRow> before) {
    try {
      return TaskHandlers.owned(directory.find(jobId).join(), caller, jobId);
    } catch (CompletionException e) {
      return before;
    }
  }

  private void send(OutputStream out, String jobId, Optional<JobRow> row) throws IOException {
    String name = row.filter(TaskState::isOver).isPresent() ? "end" : "progress";
    String data = new String(Json.bytes(documents.of(jobId, row)), UTF_8);
    write(out, "event: %s\ndata: %s\n\n".formatted(name, data));
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(UTF_8));
    out.flush();
  }
}
