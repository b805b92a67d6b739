package io.lipstream.local.command;

import io.lipstream.event.Completion;
import io.lipstream.event.Progress;
import io.lipstream.event.Request;
import io.lipstream.local.client.EventFeed;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.apache.avro.specific.SpecificRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Produces one request and says which job it became. */
@Command(
    name = "submit",
    mixinStandardHelpOptions = true,
    description = {
      "Sends a request to the stack that 'up' keeps running and prints the job's id.",
      "Does not wait for the video: see 'status' and 'tail'."
    })
final class SubmitCommand implements Callable<Integer> {
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final Terminal terminal;

  @Option(
      names = {"-p", "--portrait"},
      required = true,
      paramLabel = "FILE|URI",
      description = "Portrait: a picture file, or an s3:// or http(s):// address.")
  private String portrait;

  @Option(
      names = {"-a", "--audio"},
      required = true,
      paramLabel = "FILE|URI",
      description = "Voice: a sound file, or an s3:// or http(s):// address.")
  private String audio;

  @Mixin private RequestChoice parameters;
  @Mixin private DataChoice stack;

  SubmitCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    AssetChoice image = new AssetChoice(portrait);
    AssetChoice voice = new AssetChoice(audio);
    image.check();
    voice.check();
    try (Session session = Session.join(stack);
        EventFeed feed =
            parameters.isNamed()
                ? session.client().feedFromBeginning()
                : session.client().feedFromNow()) {
      Request request =
          parameters.request(image.address(session.client()), voice.address(session.client()));
      Earlier before = parameters.isNamed() ? Earlier.read(feed, request) : Earlier.none();
      session.client().send(request);
      while (before.job().isEmpty()) {
        for (SpecificRecord event : feed.poll(PAUSE)) {
          if (event instanceof Completion completion
              && Earlier.answers(request, completion.getTenant(), completion.getRequestId())
              && completion.getVideo() == null) {
            Report.failure(completion, terminal);
            return Report.status(completion);
          }
          if (event instanceof Progress progress
              && Earlier.answers(request, progress.getTenant(), progress.getRequestId())
              && progress.getError() == null) {
            terminal.line(progress.getJobId());
            return 0;
          }
        }
      }
      terminal.line(before.job().get());
      return 0;
    }
  }
}
