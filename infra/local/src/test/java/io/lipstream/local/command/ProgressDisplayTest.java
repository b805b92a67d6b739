package io.lipstream.local.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.event.JobState;
import io.lipstream.event.Progress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class ProgressDisplayTest {
  private final StringWriter out = new StringWriter();

  @Test
  void withoutATerminalEachStageIsALineAndEachQuarterOfTheFrames() {
    ProgressDisplay display = display(false);
    display.show(progress(JobState.QUEUED, 0, 0));
    display.show(progress(JobState.RENDERING, 10, 100));
    display.show(progress(JobState.RENDERING, 11, 100));
    display.show(progress(JobState.RENDERING, 25, 100));
    display.end();
    assertThat(out.toString().lines())
        .containsExactly(
            "  0 % queued    ",
            " 10 % rendering  10/100 frames, 2.5 s to go",
            " 25 % rendering  25/100 frames, 2.5 s to go");
  }

  @Test
  void onATerminalOneLineIsDrawnOver() {
    ProgressDisplay display = display(true);
    display.show(progress(JobState.RENDERING, 50, 100));
    display.end();
    assertThat(out.toString()).doesNotContain("\n").contains("50 % rendering").endsWith("\r");
  }

  @Property
  void theBarHasTheSameLengthWhateverIsDone(@ForAll double fraction) {
    assertThat(ProgressDisplay.bar(fraction)).hasSize(24).matches("█*░*");
  }

  private ProgressDisplay display(boolean live) {
    PrintWriter writer = new PrintWriter(out, true);
    return new ProgressDisplay(new Terminal(writer, writer, live));
  }

  private static Progress progress(JobState state, int done, int total) {
    return Progress.newBuilder()
        .setJobId("job")
        .setTenant("tenant")
        .setRequestId("request")
        .setState(state)
        .setFraction(total == 0 ? 0 : (double) done / total)
        .setFramesDone(done)
        .setFramesTotal(total)
        .setRemainingMs(total == 0 ? null : 2_500L)
        .setUpdatedAt(Instant.EPOCH)
        .build();
  }
}
