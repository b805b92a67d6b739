package io.lipstream.local.command;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Completion;
import io.lipstream.event.JobState;
import io.lipstream.event.Progress;
import io.lipstream.local.client.EventFeed;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.apache.avro.specific.SpecificRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Says where one job stands, from what the topics hold. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the newest known state of a job, and its result once it has ended.",
      "Exit status 0 while it has not failed; else 2, or 1 where sending it again can help."
    })
final class StatusCommand implements Callable<Integer> {
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final Terminal terminal;

  @Parameters(paramLabel = "JOB", description = "Job id, or the request id of the client.")
  private String job;

  @Mixin private DataChoice stack;

  private Progress newest;
  private Completion completion;

  StatusCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    try (Session session = Session.join(stack);
        EventFeed feed = session.client().feedFromBeginning()) {
      while (!feed.reachedOpening()) {
        feed.poll(PAUSE).forEach(this::take);
      }
    }
    if (completion != null && completion.getState() == JobState.COMPLETED) {
      Duration all = Duration.between(completion.getAcceptedAt(), completion.getCompletedAt());
      terminal.line("completed");
      Report.success(completion, all).forEach(terminal::line);
    } else if (completion != null) {
      terminal.line(TailCommand.text(completion));
      Report.failure(completion, terminal);
      return Report.status(completion);
    } else if (newest != null) {
      terminal.line(ProgressDisplay.text(newest));
    } else {
      throw new LipstreamException(
          ErrorCode.INVALID_PARAMETER, "no job and no request is called '%s'".formatted(job));
    }
    return 0;
  }

  private void take(SpecificRecord event) {
    if (event instanceof Progress progress
        && (job.equals(progress.getJobId()) || job.equals(progress.getRequestId()))) {
      newest = progress;
    }
    if (event instanceof Completion ended
        && (job.equals(ended.getJobId()) || job.equals(ended.getRequestId()))) {
      completion = ended;
    }
  }
}
