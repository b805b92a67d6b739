package io.lipstream.local.command;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Completion;
import io.lipstream.event.JobState;
import io.lipstream.event.Progress;
import io.lipstream.event.Request;
import io.lipstream.local.client.EventFeed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Renders one video as any client would, and brings it home. */
@Command(
    name = "render",
    mixinStandardHelpOptions = true,
    description = {
      "Renders a video from a portrait and a voice and writes it to a file.",
      "Uses the stack that 'up' keeps running on the data folder, else starts one and ends it.",
      "Without arguments it renders the sample."
    })
final class RenderCommand implements Callable<Integer> {
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final Terminal terminal;

  @Option(
      names = {"-p", "--portrait"},
      paramLabel = "FILE|URI",
      description = "Portrait: a picture file, or an s3:// or http(s):// address.")
  private String portrait;

  @Option(
      names = {"-a", "--audio"},
      paramLabel = "FILE|URI",
      description = "Voice: a sound file, or an s3:// or http(s):// address.")
  private String audio;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "Where the MP4 goes. Default: ${DEFAULT-VALUE}.")
  private Path out = Path.of("lipstream-sample.mp4");

  @Mixin private RequestChoice parameters;
  @Mixin private StackChoice stack;

  RenderCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Sample sample = Sample.in(stack.data());
    AssetChoice image = new AssetChoice(given(portrait, audio, sample::portrait));
    AssetChoice voice = new AssetChoice(given(audio, portrait, sample::voice));
    image.check();
    voice.check();
    checkTarget();
    try (Session session = Session.open(stack, terminal);
        EventFeed feed =
            parameters.isNamed()
                ? session.client().feedFromBeginning()
                : session.client().feedFromNow()) {
      ProgressDisplay display = new ProgressDisplay(terminal);
      Request request =
          parameters.request(image.address(session.client()), voice.address(session.client()));
      Earlier before = parameters.isNamed() ? Earlier.read(feed, request) : Earlier.none();
      session.client().send(request);
      Completion completion = await(feed, request, before, display);
      display.end();
      return completion.getState() == JobState.COMPLETED
          ? bringHome(session, completion, display)
          : failed(completion);
    }
  }

  private static String given(String value, String other, Supplier<Path> sample) {
    if (value == null && other != null) {
      throw new LipstreamException(
          ErrorCode.INVALID_PARAMETER,
          "--portrait and --audio go together; only one of them is given");
    }
    return Optional.ofNullable(value).orElseGet(() -> sample.get().toString());
  }

  private void checkTarget() {
    Path folder = out.toAbsolutePath().getParent();
    if (!Files.isDirectory(folder) || Files.isDirectory(out) || !canBeMadeIn(folder)) {
      throw new LipstreamException(
          ErrorCode.INVALID_PARAMETER,
          "--out %s cannot be written; it must be a file in a folder that exists and takes files"
              .formatted(out));
    }
  }

  /** Tries it: neither rights nor the kind of the file system tell. */
  private static boolean canBeMadeIn(Path folder) {
    try {
      Files.delete(Files.createTempFile(folder, ".lipstream", ".part"));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static Completion await(
      EventFeed feed, Request request, Earlier before, ProgressDisplay display) {
    while (before.completion().isEmpty()) {
      for (SpecificRecord event : feed.poll(PAUSE)) {
        if (event instanceof Completion completion
            && Earlier.answers(request, completion.getTenant(), completion.getRequestId())) {
          return completion;
        }
        if (event instanceof Progress progress
            && Earlier.answers(request, progress.getTenant(), progress.getRequestId())) {
          before.hear();
          display.show(progress);
        }
      }
    }
    return before.completion().get();
  }

  private int bringHome(Session session, Completion completion, ProgressDisplay display) {
    session.client().download(completion.getVideo(), out);
    terminal.line(out.toString());
    Report.success(completion, display.elapsed()).forEach(terminal::line);
    return 0;
  }

  private int failed(Completion completion) {
    Report.failure(completion, terminal);
    return Report.status(completion);
  }
}
