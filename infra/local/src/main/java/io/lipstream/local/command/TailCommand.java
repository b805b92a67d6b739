package io.lipstream.local.command;

import io.lipstream.event.Completion;
import io.lipstream.event.JobError;
import io.lipstream.event.Progress;
import io.lipstream.local.client.EventFeed;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.avro.specific.SpecificRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints events as they come, a line each, until it is interrupted. */
@Command(
    name = "tail",
    mixinStandardHelpOptions = true,
    description = "Follows progress and completions of all jobs, a line an event; Ctrl-C ends it.")
final class TailCommand implements Callable<Integer> {
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final Terminal terminal;

  @Option(
      names = "--from-beginning",
      description = "Begin with the oldest events that the topics hold.")
  private boolean fromBeginning;

  @Option(
      names = "--count",
      paramLabel = "JOBS",
      description = "End after so many completions. Default: never.")
  private int count;

  @Mixin private DataChoice stack;

  TailCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    try (Session session = Session.join(stack);
        EventFeed feed =
            fromBeginning ? session.client().feedFromBeginning() : session.client().feedFromNow()) {
      int completions = 0;
      while (count == 0 || completions < count) {
        for (SpecificRecord event : feed.poll(PAUSE)) {
          terminal.line(text(event));
          completions += event instanceof Completion ? 1 : 0;
        }
      }
      return 0;
    }
  }

  static String text(SpecificRecord event) {
    if (event instanceof Completion completion) {
      return "%s  %s/%s  %s"
          .formatted(
              completion.getJobId(),
              completion.getTenant(),
              completion.getRequestId(),
              ending(completion));
    }
    Progress progress = (Progress) event;
    return "%s  %s/%s  %s"
        .formatted(
            progress.getJobId(),
            progress.getTenant(),
            progress.getRequestId(),
            ProgressDisplay.text(progress));
  }

  private static String ending(Completion completion) {
    String state = completion.getState().name().toLowerCase(Locale.ROOT);
    if (completion.getVideo() != null) {
      return "%s s3://%s/%s"
          .formatted(state, completion.getVideo().getBucket(), completion.getVideo().getKey());
    }
    return state
        + completion.getErrors().stream()
            .map(TailCommand::reason)
            .reduce("", (left, right) -> left + " " + right);
  }

  private static String reason(JobError error) {
    return error.getCode() + ": " + error.getMessage();
  }
}
