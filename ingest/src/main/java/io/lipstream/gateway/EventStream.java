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
import java.util.concurrent.Semaphore;

/**
 * GET /tasks/{id}/events: the task's document as an event at once and at each change of its row,
 * until it has ended; a comment now and then keeps the line open. Each stream has a thread, and
 * there are only so many. Thread-safe.
 */
final class EventStream {
  static final int MOST = 200;

  private static final Duration LOOK = Duration.ofMillis(250);
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private final TaskDirectory directory;
  private final TaskDocument documents;
  private final ExecutorService threads;
  private final Semaphore free = new Semaphore(MOST);

  EventStream(TaskDirectory directory, TaskDocument documents, ExecutorService threads) {
    this.directory = directory;
    this.documents = documents;
    this.threads = threads;
  }

  void handle(Context context, Caller caller) {
    String jobId = TaskHandlers.jobId(context);
    Optional<JobRow> first = TaskHandlers.visible(directory.find(jobId).join(), caller, jobId);
    if (!free.tryAcquire()) {
      throw Refusal.unavailable("%d tasks are watched at once already".formatted(MOST));
    }
    context.async(
        task -> task.executor = threads,
        () -> {
          try {
            stream(context, jobId, caller, first);
          } catch (IOException e) {
            // The client has gone.
          } catch (Refusal e) {
            // The task turned out to be another tenant's.
          } finally {
            free.release();
          }
        });
  }

  private void stream(Context context, String jobId, Caller caller, Optional<JobRow> first)
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
    long spoken = System.nanoTime();
    while (row.filter(TaskState::isOver).isEmpty()) {
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
