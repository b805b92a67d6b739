package io.lipstream.local.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.event.Completion;
import io.lipstream.event.JobState;
import io.lipstream.event.Parameters;
import io.lipstream.event.VideoObject;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ReportTest {
  @Test
  void aVideoThatWasRenderedAsAskedIsCalledNeitherCopiedNorLess() {
    assertThat(lines(completion().build())).doesNotContain("copied", "instead of");
  }

  @Test
  void aCopyNamesTheJobThatItWasRenderedFor() {
    assertThat(lines(completion().setCopiedFrom("earlier").build()))
        .contains("copied from job earlier");
  }

  @Test
  void whatWasMadeWithLessSaysBoth() {
    Parameters asked = Parameters.newBuilder().setMinResolution(1024).setInferenceSteps(20).build();
    Parameters made = Parameters.newBuilder().setMinResolution(768).setInferenceSteps(10).build();

    assertThat(lines(completion().setAsked(asked).setParameters(made).build()))
        .contains("768 pixels and 10 steps instead of 1024 and 20");
  }

  private static String lines(Completion completion) {
    return String.join("\n", Report.success(completion, Duration.ofSeconds(1)));
  }

  private static Completion.Builder completion() {
    return Completion.newBuilder()
        .setEventId("event")
        .setJobId("job")
        .setTenant("tenant")
        .setRequestId("request")
        .setState(JobState.COMPLETED)
        .setAcceptedAt(Instant.EPOCH)
        .setCompletedAt(Instant.EPOCH)
        .setVideo(
            VideoObject.newBuilder()
                .setBucket("videos")
                .setKey("job.mp4")
                .setSize(1)
                .setSha256("0".repeat(64))
                .setDuration(1)
                .setWidth(512)
                .setHeight(512)
                .setFps(25)
                .setFrames(25)
                .build());
  }
}
