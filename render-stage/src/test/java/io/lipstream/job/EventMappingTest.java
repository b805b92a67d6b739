package io.lipstream.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Framing;
import io.lipstream.event.Job;
import io.lipstream.event.JobState;
import io.lipstream.event.Lane;
import io.lipstream.event.Outcome;
import io.lipstream.event.OutcomeKind;
import io.lipstream.event.Parameters;
import io.lipstream.pipeline.JobTicket;
import io.lipstream.pipeline.RenderParameters;
import io.lipstream.pipeline.Report;
import io.lipstream.pipeline.StageTimes;
import io.lipstream.pipeline.Video;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EventMappingTest {
  private static final Job JOB =
      Job.newBuilder()
          .setJobId("job")
          .setAttempt(2)
          .setTenant("tenant")
          .setRequestId("request")
          .setRequestDigest("digest")
          .setLane(Lane.INTERACTIVE)
          .setImageUri("s3://a/i")
          .setAudioUri("s3://a/v")
          .setOutputUri("s3://v/o")
          .setDeclaredDuration(1.5)
          .setParameters(
              Parameters.newBuilder()
                  .setMinResolution(768)
                  .setExpandRatio(0.3)
                  .setInferenceSteps(20)
                  .setDynamicScale(1.1)
                  .setMotionScale(0.9)
                  .setLipSyncRefinement(false)
                  .setSmoothMotion(false)
                  .setSeed(7)
                  .setFps(30)
                  .setFraming(Framing.FACE)
                  .setFace(1)
                  .setVoiceStyle("calm")
                  .build())
          .setModelDigest("model")
          .setMaxAudioSeconds(2.5)
          .setAcceptedAt(Instant.ofEpochMilli(1_000))
          .setDeadline(Instant.ofEpochMilli(9_000))
          .build();

  @Test
  void everyFieldOfAJobReachesTheTicket() {
    assertThat(JobTicketReader.ticket(JOB))
        .isEqualTo(
            new JobTicket(
                "job",
                2,
                "tenant",
                "digest",
                "INTERACTIVE",
                "s3://a/i",
                "s3://a/v",
                "s3://v/o",
                1.5,
                new RenderParameters(768, 0.3, 20, 1.1, 0.9, false, false, 7, 30, true, 1),
                "model",
                2.5,
                "calm",
                1_000,
                9_000));
  }

  @Test
  void whatAJobLeavesOpenStaysOpen() {
    JobTicket ticket =
        JobTicketReader.ticket(
            Job.newBuilder(JOB)
                .setDeclaredDuration(null)
                .setModelDigest(null)
                .setDeadline(null)
                .build());

    assertThat(ticket.declaredDuration()).isNaN();
    assertThat(ticket.modelDigest()).isEmpty();
    assertThat(ticket.deadline()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void defaultsOfTheTicketAreThoseOfTheSchema() {
    Job job = Job.newBuilder(JOB).setParameters(Parameters.newBuilder().build()).build();

    assertThat(JobTicketReader.ticket(job).parameters()).isEqualTo(RenderParameters.defaults());
  }

  @Test
  void aFailureBecomesAFailedOutcomeWithItsCode() {
    JobTicket ticket = JobTicketReader.ticket(JOB);
    for (ErrorCode code : ErrorCode.values()) {
      Outcome outcome =
          OutcomeWriter.outcome(
              Report.failure(ticket, new LipstreamException(code, "what was wrong"), 5));

      assertThat(outcome.getKind()).isEqualTo(OutcomeKind.FAILED);
      assertThat(outcome.getError().getCode()).isEqualTo(code.name());
      assertThat(outcome.getError().getMessage()).isEqualTo("what was wrong");
      assertThat(outcome.getError().getRetryable()).isEqualTo(code.retryable());
      assertThat(outcome.getAttempt()).isEqualTo(2);
    }
  }

  @Test
  void theSameReportHasTheSameIdAndOthersHaveOthers() {
    JobTicket ticket = JobTicketReader.ticket(JOB);
    String rendering = id(Report.progress(ticket, "RENDERING", 10, 20, 1));

    assertThat(id(Report.progress(ticket, "RENDERING", 10, 20, 99))).isEqualTo(rendering);
    assertThat(id(Report.progress(ticket, "RENDERING", 11, 20, 1))).isNotEqualTo(rendering);
    assertThat(id(Report.progress(ticket, "ASSEMBLING", 10, 20, 1))).isNotEqualTo(rendering);
  }

  @Test
  void aVideoBecomesASucceededOutcomeWithAllThatAPushNeeds() {
    Video video =
        new Video(
            "videos",
            "key",
            123,
            "sha",
            "video/mp4",
            "max-age=1",
            512,
            640,
            25,
            50,
            "OnnxRuntime/cpu",
            "model",
            new StageTimes(1, 2, 3, 4, 5, 6),
            "one\ntwo",
            "first");

    Outcome outcome = OutcomeWriter.outcome(Report.success(JobTicketReader.ticket(JOB), video, 5));

    assertThat(outcome.getKind()).isEqualTo(OutcomeKind.SUCCEEDED);
    assertThat(outcome.getState()).isEqualTo(JobState.COMPLETED);
    assertThat(outcome.getVideo().getDuration()).isEqualTo(2.0);
    assertThat(outcome.getVideo().getBucket()).isEqualTo("videos");
    assertThat(outcome.getVideo().getSize()).isEqualTo(123);
    assertThat(outcome.getTimings().getQueueMs()).isEqualTo(1);
    assertThat(outcome.getTimings().getPublishMs()).isEqualTo(6);
    assertThat(outcome.getWarnings()).containsExactly("one", "two");
    assertThat(outcome.getEngine()).isEqualTo("OnnxRuntime/cpu");
    assertThat(outcome.getCopiedFrom()).isEqualTo("first");
  }

  private static String id(Report report) {
    return OutcomeWriter.outcome(report).getOutcomeId();
  }
}
