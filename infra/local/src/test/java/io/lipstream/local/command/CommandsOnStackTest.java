package io.lipstream.local.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.inspection.VideoInspection;
import io.lipstream.local.stack.LocalStack;
import io.lipstream.local.stack.StackOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands as a person types them, on a running stack with every server real. */
@Timeout(300)
final class CommandsOnStackTest {
  private static final String PORTRAIT = "src/main/resources/samples/astronaut.png";
  private static final String VOICE = "src/main/resources/samples/austen-0880.wav";

  @TempDir static Path folder;
  private static LocalStack stack;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void start() {
    stack = LocalStack.start(StackOptions.in(data()));
  }

  @AfterAll
  static void close() {
    stack.close();
  }

  private static Path data() {
    return folder.resolve("stack");
  }

  @Test
  void renderWritesTheVideoAndSaysHowTheTimeWasSpent() {
    Path video = folder.resolve("mit Leerzeichen 视频.mp4");

    int status = run("render", "-p", PORTRAIT, "-a", VOICE, "-o", video.toString(), "--fps", "12");

    assertThat(err.toString()).doesNotContain("Exception");
    assertThat(status).isZero();
    assertThat(out.toString())
        .contains(video.toString(), "512x512 pixels", "rendering and encoding frames");
    assertThat(VideoInspection.of(video).video().framesPerSecond()).isEqualTo(12);
  }

  @Test
  void whatIsSubmittedCanBeAskedForAndFollowed() {
    assertThat(
            run("submit", "-p", PORTRAIT, "-a", VOICE, "--tenant", "me", "--request-id", "first"))
        .isZero();
    String job = out.toString().strip();
    assertThat(job).matches("[0-9a-f]{32}");

    for (int completions = 1; !out.toString().contains(job + "  me/first  completed s3://"); ) {
      assertThat(run("tail", "--from-beginning", "--count", String.valueOf(completions++)))
          .isZero();
    }
    for (String name : List.of(job, "first")) {
      out.getBuffer().setLength(0);
      assertThat(run("status", name)).isZero();
      assertThat(out.toString())
          .startsWith("completed")
          .contains("s3://lipstream-videos/videos/me/");
    }
    assertThat(run("status", "nobody")).isEqualTo(2);
    assertThat(err.toString()).startsWith("INVALID_PARAMETER: no job and no request");
  }

  @Test
  void aFaultOfTheInputIsOneLineWithItsCode() throws IOException {
    Path text = Files.writeString(folder.resolve("speech.wav"), "this is not sound at all");

    assertThat(
            run("render", "-p", PORTRAIT, "-a", text.toString(), "-o", folder + "/unwritten.mp4"))
        .isEqualTo(2);

    assertThat(err.toString().lines().filter(line -> line.startsWith("AUDIO_UNREADABLE: ")))
        .hasSize(1);
    assertThat(err.toString()).doesNotContain("\tat ");
    assertThat(folder.resolve("unwritten.mp4")).doesNotExist();
  }

  @Test
  void whatIsSentAgainUnderItsIdIsTheSameJobAndNobodyWaitsForEver() {
    Path video = folder.resolve("again.mp4");
    List<String> render = new ArrayList<>(List.of("render", "-p", PORTRAIT, "-a", VOICE));
    render.addAll(List.of("-o", video.toString(), "--fps", "10", "--request-id", "again"));
    assertThat(run(render.toArray(String[]::new))).isZero();
    assertThat(video.toFile().delete()).isTrue();

    assertThat(run(render.toArray(String[]::new))).isZero();
    assertThat(video).exists();
    out.getBuffer().setLength(0);
    assertThat(run("submit", "-p", PORTRAIT, "-a", VOICE, "--fps", "10", "--request-id", "again"))
        .isZero();
    assertThat(out.toString().strip()).matches("[0-9a-f]{32}");
    assertThat(run("submit", "-p", PORTRAIT, "-a", VOICE, "--fps", "20", "--request-id", "again"))
        .isEqualTo(2);
    assertThat(err.toString()).startsWith("IDEMPOTENCE_CONFLICT: ");
  }

  @Test
  void theStatusOfAJobThatFailedIsSaidAndIsTheExitStatus() throws IOException {
    Path text = Files.writeString(folder.resolve("no speech.wav"), "this is not sound either");
    assertThat(run("submit", "-p", PORTRAIT, "-a", text.toString(), "--request-id", "bad"))
        .isZero();
    String job = out.toString().strip();
    do {
      out.getBuffer().setLength(0);
      err.getBuffer().setLength(0);
    } while (run("status", job) == 0);

    assertThat(run("status", "bad")).isEqualTo(2);
    assertThat(out.toString()).contains(job, "failed AUDIO_UNREADABLE: ");
    assertThat(err.toString()).startsWith("AUDIO_UNREADABLE: ");
  }

  @Test
  void aRequestThatIsRefusedIsSaidAndIsTheExitStatus() {
    assertThat(run("submit", "-p", "http://127.1/a.png", "-a", "s3://elsewhere/b", "--fps", "7"))
        .isEqualTo(2);
    assertThat(err.toString().lines())
        .satisfiesExactlyInAnyOrder(
            one -> assertThat(one).startsWith("ASSET_FORBIDDEN: image_uri is"),
            one -> assertThat(one).startsWith("ASSET_FORBIDDEN: audio_uri is"),
            one -> assertThat(one).startsWith("INVALID_PARAMETER: fps is '7'"));
  }

  @Test
  void aKeyThatTheRunningStackCannotTakeIsRefused() {
    assertThat(run("render", "--set", "encoding.quantizer=30")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("CONFIGURATION_INVALID: --set encoding.quantizer cannot change the stack");
  }

  private int run(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--data", data().toString()));
    return Lipstream.run(
        new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), false),
        all.toArray(String[]::new));
  }
}
