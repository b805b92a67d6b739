package io.lipstream.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.lipstream.admission.RequestIdentity;
import io.lipstream.connection.KafkaConnection;
import io.lipstream.error.ErrorCode;
import io.lipstream.event.Callback;
import io.lipstream.event.Command;
import io.lipstream.event.CommandKind;
import io.lipstream.event.Completion;
import io.lipstream.event.Control;
import io.lipstream.event.Job;
import io.lipstream.event.JobState;
import io.lipstream.event.Lane;
import io.lipstream.event.Outcome;
import io.lipstream.event.Progress;
import io.lipstream.event.Removal;
import io.lipstream.event.Request;
import io.lipstream.event.VideoObject;
import io.lipstream.ledger.JobRow;
import io.lipstream.ledger.Samples;
import io.lipstream.registry.EventDeserializer;
import io.lipstream.registry.EventSerializer;
import io.lipstream.registry.SchemaRegistration;
import io.lipstream.settings.Settings;
import io.lipstream.topic.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every path of a job through the topology, with a clock that the test moves. */
final class IngestTopologyTest {
  private static final String REGISTRY = "mock://ingest-topology";
  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
  private static final Request REQUEST = Samples.request("r 1 – ü");
  private static final String JOB = RequestIdentity.jobId("acme", "r 1 – ü");

  private final EventSerializer<Request> requestSerializer =
      new EventSerializer<>(REGISTRY, Request.class);
  private final EventSerializer<Outcome> outcomeSerializer =
      new EventSerializer<>(REGISTRY, Outcome.class);
  private final EventSerializer<Command> commandSerializer =
      new EventSerializer<>(REGISTRY, Command.class);
  @TempDir Path state;
  private TopologyTestDriver driver;
  private TestInputTopic<byte[], byte[]> requests;
  private TestInputTopic<byte[], byte[]> outcomes;
  private TestOutputTopic<String, Job> bulk;
  private TestOutputTopic<String, Job> interactive;
  private TestOutputTopic<String, Progress> progress;
  private TestOutputTopic<String, Completion> completions;
  private TestOutputTopic<String, Control> controls;
  private TestOutputTopic<byte[], byte[]> deadLetters;
  private TestInputTopic<byte[], byte[]> commands;
  private final List<String> written = new ArrayList<>();
  private TestOutputTopic<String, Removal> removals;
  private TestOutputTopic<String, Callback> callbacks;

  @BeforeEach
  void start() {
    SchemaRegistration.register(REGISTRY);
    IngestSettings settings =
        IngestSettings.from(
            Settings.parse(
                IngestSettings.SETTINGS,
                Map.of(
                    "ingest.state-directory",
                    state.toString(),
                    "ingest.completions-json",
                    "true",
                    "backlog.longest-seconds",
                    "10000")));
    driver =
        new TopologyTestDriver(
            IngestTopology.build(settings, REGISTRY, written::add),
            StreamsSettings.of(settings, KafkaConnection.plain("nowhere:1", REGISTRY)),
            START);
    requests = input(Topic.REQUESTS);
    outcomes = input(Topic.OUTCOMES);
    commands = input(Topic.COMMANDS);
    removals = output(Topic.REMOVALS, Removal.class);
    callbacks = output(Topic.CALLBACKS, Callback.class);
    bulk = output(Topic.JOBS_BULK, Job.class);
    interactive = output(Topic.JOBS_INTERACTIVE, Job.class);
    progress = output(Topic.PROGRESS, Progress.class);
    completions = output(Topic.COMPLETIONS, Completion.class);
    controls = output(Topic.CONTROL, Control.class);
    deadLetters =
        driver.createOutputTopic(
            Topic.DEAD_LETTERS.topicName(),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
  }

  @AfterEach
  void close() {
    driver.close();
  }

  @Test
  void aRequestBecomesAJobAndASuccessItsOneCompletion() {
    send(REQUEST);

    var job = bulk.readRecord();
    assertThat(job.key()).isEqualTo(JOB);
    assertThat(job.value().getAttempt()).isEqualTo(1);
    assertThat(job.value().getAcceptedAt()).isEqualTo(START);
    assertThat(job.value().getOutputUri())
        .isEqualTo("s3://lipstream-videos/videos/acme/%s.mp4".formatted(JOB));
    assertThat(progress.readValue().getState()).isEqualTo(JobState.QUEUED);

    driver.advanceWallClockTime(Duration.ofSeconds(4));
    send(Samples.success(JOB, 1));
    send(Samples.success(JOB, 1));

    Completion completion = only(completions.readValuesToList());
    assertThat(completion.getState()).isEqualTo(JobState.COMPLETED);
    assertThat(completion.getJobId()).isEqualTo(JOB);
    assertThat(completion.getRequestId()).isEqualTo("r 1 – ü");
    assertThat(completion.getVideo()).isEqualTo(Samples.success(JOB, 1).getVideo());
    assertThat(completion.getTimings().getRenderMs()).isEqualTo(17);
    assertThat(completion.getParameters()).isEqualTo(job.value().getParameters());
    assertThat(completion.getAttempts()).isEqualTo(1);
    assertThat(completion.getEngine()).isEqualTo("OnnxRuntime/cpu");
    assertThat(completion.getUserData()).isEqualTo("ours: ü");
    assertThat(completion.getErrors()).isEmpty();
    assertThat(completion.getAcceptedAt()).isEqualTo(START);
    assertThat(completion.getCompletedAt()).isEqualTo(START.plusSeconds(4));
    Progress last = only(progress.readValuesToList());
    assertThat(last.getState()).isEqualTo(JobState.COMPLETED);
    assertThat(last.getFraction()).isEqualTo(1.0);
    assertThat(bulk.isEmpty()).isTrue();
    assertThat(deadLetters.isEmpty()).isTrue();
  }

  @Test
  void theKeyOfARequestMeansNothing() {
    requests.pipeInput("some key".getBytes(UTF_8), bytes(REQUEST));
    requests.pipeInput(new byte[] {-1, -2}, bytes(REQUEST));
    assertThat(only(bulk.readKeyValuesToList()).key).isEqualTo(JOB);
  }

  @Test
  void theSameRequestAgainIsTheSameJobAlsoAfterItsEnd() {
    send(REQUEST);
    send(REQUEST);
    send(Samples.success(JOB, 1));
    send(REQUEST);
    assertThat(bulk.readValuesToList()).hasSize(1);
    assertThat(completions.readValuesToList()).hasSize(1);
  }

  @Test
  void otherContentUnderTheSameIdIsRefusedByAnEventOfItsOwn() {
    send(REQUEST);
    Request other = Request.newBuilder(REQUEST).setFps(30).build();
    send(other);
    send(other);

    Completion conflict = only(completions.readValuesToList());
    assertThat(conflict.getState()).isEqualTo(JobState.REJECTED);
    assertThat(conflict.getErrors().get(0).getCode()).isEqualTo("IDEMPOTENCE_CONFLICT");
    assertThat(conflict.getRequestId()).isEqualTo("r 1 – ü");
    assertThat(conflict.getJobId()).isNotEqualTo(JOB);

    send(Samples.success(JOB, 1));
    Completion completion = only(completions.readValuesToList());
    assertThat(completion.getState()).isEqualTo(JobState.COMPLETED);
    assertThat(completion.getEventId()).isNotEqualTo(conflict.getEventId());
    assertThat(bulk.readValuesToList()).hasSize(1);
  }

  @Test
  void aFaultyRequestIsRejectedWithEveryFaultAndNeverDispatched() {
    Request faulty =
        Request.newBuilder(REQUEST).setFps(5).setFace(64).setImageUri("file:///etc/passwd").build();
    send(faulty);
    send(faulty);

    Completion completion = only(completions.readValuesToList());
    assertThat(completion.getState()).isEqualTo(JobState.REJECTED);
    assertThat(completion.getErrors())
        .extracting(error -> error.getCode())
        .containsExactlyInAnyOrder("INVALID_PARAMETER", "INVALID_PARAMETER", "ASSET_FORBIDDEN");
    assertThat(completion.getParameters()).isNull();
    assertThat(completion.getAttempts()).isZero();
    assertThat(only(progress.readValuesToList()).getState()).isEqualTo(JobState.REJECTED);
    assertThat(bulk.isEmpty()).isTrue();
  }

  @Test
  void theRealtimePresetTakesTheInteractiveLane() {
    send(Request.newBuilder(REQUEST).setPreset("realtime").build());
    Job job = only(interactive.readValuesToList());
    assertThat(job.getLane()).isEqualTo(Lane.INTERACTIVE);
    assertThat(job.getParameters().getInferenceSteps()).isEqualTo(15);
    assertThat(bulk.isEmpty()).isTrue();
  }

  @Test
  void recordsThatCannotBeReadAreSetAsideAndTheNextIsServed() {
    byte[] poison = "{\"json\":true}".getBytes(UTF_8);
    requests.pipeInput(new TestRecord<>("k".getBytes(UTF_8), poison));
    requests.pipeInput((byte[]) null, (byte[]) null);
    outcomes.pipeInput("k".getBytes(UTF_8), new byte[] {0, 1, 2});
    send(REQUEST);

    assertThat(bulk.readValuesToList()).hasSize(1);
    var letters = deadLetters.readRecordsToList();
    assertThat(letters).hasSize(3);
    assertThat(letters.get(0).key()).isEqualTo("k".getBytes(UTF_8));
    assertThat(letters.get(0).value()).isEqualTo(poison);
    Headers headers = letters.get(0).headers();
    assertThat(header(headers, "lipstream.error.code")).isEqualTo("UNREADABLE_RECORD");
    assertThat(header(headers, "__streams.errors.topic")).isEqualTo("lipstream.requests");
    assertThat(header(headers, "__streams.errors.partition")).isEqualTo("0");
    assertThat(header(headers, "__streams.errors.offset")).isEqualTo("0");
    assertThat(header(headers, "__streams.errors.exception")).contains("LipstreamException");
    assertThat(header(headers, "__streams.errors.message")).contains("is no Request");
    assertThat(letters.get(1).value()).isNull();
    assertThat(header(letters.get(2).headers(), "__streams.errors.topic"))
        .isEqualTo("lipstream.outcomes");
  }

  @Test
  void aReportOfAnUnknownJobMakesNothing() {
    send(Samples.success("never-seen", 1));
    assertThat(completions.isEmpty()).isTrue();
    assertThat(progress.isEmpty()).isTrue();
    assertThat(rows().get("never-seen")).isNull();
  }

  @Test
  void aFailureThatCanPassIsTriedAgainThreeTimesAtMost() {
    send(REQUEST);
    send(Samples.failure(JOB, 1, ErrorCode.ENGINE_FAILED));
    send(Samples.failure(JOB, 1, ErrorCode.ENGINE_FAILED));
    send(Samples.failure(JOB, 2, ErrorCode.STORAGE_UNAVAILABLE));
    assertThat(bulk.readValuesToList()).extracting(Job::getAttempt).containsExactly(1, 2, 3);
    assertThat(completions.isEmpty()).isTrue();

    send(Samples.failure(JOB, 3, ErrorCode.STORAGE_UNAVAILABLE));
    Completion completion = only(completions.readValuesToList());
    assertThat(completion.getState()).isEqualTo(JobState.FAILED);
    assertThat(completion.getErrors().get(0).getCode()).isEqualTo("STORAGE_UNAVAILABLE");
    assertThat(completion.getAttempts()).isEqualTo(3);
  }

  @Test
  void aFailureThatCannotPassEndsTheJobAtOnce() {
    send(REQUEST);
    send(Samples.failure(JOB, 1, ErrorCode.FACE_NOT_FOUND));
    Completion completion = only(completions.readValuesToList());
    assertThat(completion.getErrors().get(0).getCode()).isEqualTo("FACE_NOT_FOUND");
    assertThat(bulk.readValuesToList()).hasSize(1);
  }

  @Test
  void aJobThatFallsSilentIsDispatchedAgainThenFailsAsStalled() {
    send(REQUEST);
    for (int attempt = 1; attempt <= 3; attempt++) {
      assertThat(only(bulk.readValuesToList()).getAttempt()).isEqualTo(attempt);
      send(Samples.progress(JOB, attempt, JobState.FETCHING, 0, 0));
      driver.advanceWallClockTime(Duration.ofSeconds(119));
      assertThat(bulk.isEmpty()).isTrue();
      send(Samples.progress(JOB, attempt, JobState.RENDERING, 1, 100));
      driver.advanceWallClockTime(Duration.ofSeconds(119));
      assertThat(bulk.isEmpty()).as("a report begins the wait anew").isTrue();
      assertThat(completions.isEmpty()).isTrue();
      driver.advanceWallClockTime(Duration.ofSeconds(2));
    }
    Completion completion = only(completions.readValuesToList());
    assertThat(completion.getState()).isEqualTo(JobState.FAILED);
    assertThat(completion.getErrors().get(0).getCode()).isEqualTo("STALLED");
    assertThat(only(controls.readValuesToList()).getReason()).isEqualTo(JobState.FAILED);
  }

  @Test
  void aJobThatNoWorkerHasBegunMayWaitLonger() {
    send(REQUEST);
    driver.advanceWallClockTime(Duration.ofMinutes(29));
    assertThat(bulk.readValuesToList()).hasSize(1);
    driver.advanceWallClockTime(Duration.ofMinutes(2));
    assertThat(only(bulk.readValuesToList()).getAttempt()).isEqualTo(2);
  }

  @Test
  void theDeadlineEndsAJobAndTellsTheWorkers() {
    send(Request.newBuilder(REQUEST).setDeadline(START.plusSeconds(10)).build());
    send(Samples.progress(JOB, 1, JobState.RENDERING, 1, 100));
    driver.advanceWallClockTime(Duration.ofSeconds(9));
    assertThat(completions.isEmpty()).isTrue();
    driver.advanceWallClockTime(Duration.ofSeconds(2));
    Completion completion = only(completions.readValuesToList());
    assertThat(completion.getState()).isEqualTo(JobState.EXPIRED);
    assertThat(completion.getErrors().get(0).getCode()).isEqualTo("DEADLINE_PASSED");
    Control control = only(controls.readValuesToList());
    assertThat(control.getJobId()).isEqualTo(JOB);
    assertThat(control.getReason()).isEqualTo(JobState.EXPIRED);
    send(Samples.success(JOB, 1));
    assertThat(completions.isEmpty()).isTrue();
  }

  @Test
  void aDeadlineThatHasPassedIsNeverDispatched() {
    send(Request.newBuilder(REQUEST).setDeadline(START.minusSeconds(1)).build());
    assertThat(only(completions.readValuesToList()).getState()).isEqualTo(JobState.EXPIRED);
    assertThat(bulk.isEmpty()).isTrue();
  }

  @Test
  void aJobThatHasEndedIsForgottenAfterSevenDaysAndLeavesNothingAfterThirtyMore() {
    send(REQUEST);
    send(Samples.success(JOB, 1));
    driver.advanceWallClockTime(Duration.ofDays(7).minusMinutes(1));
    assertThat(rows().get(JOB).getCompletion()).isNotNull();
    driver.advanceWallClockTime(Duration.ofMinutes(2));
    assertThat(rows().get(JOB).getCompletion()).isNull();
    assertThat(dueEntries()).isEqualTo(1);
    driver.advanceWallClockTime(Duration.ofDays(30));
    assertThat(rows().get(JOB)).isNull();
    assertThat(dueEntries()).isZero();
    assertThat(completions.readValuesToList()).hasSize(1);
  }

  @Test
  void aJobHasOneEntryInTheDueStoreHoweverOftenItReports() {
    send(REQUEST);
    for (int frame = 0; frame < 50; frame++) {
      send(Samples.progress(JOB, 1, JobState.RENDERING, frame, 50));
      driver.advanceWallClockTime(Duration.ofSeconds(60));
      assertThat(dueEntries()).isEqualTo(1);
    }
    assertThat(bulk.readValuesToList()).hasSize(1);
  }

  @Test
  void aTenantBeyondItsQuotaIsRefusedUntilItMaySendAgain() {
    for (int i = 0; i < 10; i++) {
      send(Samples.request("r" + i), START);
    }
    assertThat(bulk.readValuesToList()).hasSize(10);
    Request next = Samples.request("next");
    String id = RequestIdentity.jobId("acme", "next");
    send(next, START);
    Completion refusal = only(completions.readValuesToList());
    assertThat(refusal.getState()).isEqualTo(JobState.REJECTED);
    assertThat(refusal.getErrors().get(0).getCode()).isEqualTo("QUOTA_EXCEEDED");
    assertThat(refusal.getErrors().get(0).getMessage()).contains("'acme'", "5 requests", "12 s");
    assertThat(refusal.getErrors().get(0).getRetryable()).isTrue();
    assertThat(refusal.getJobId()).as("the job can still have its own end").isNotEqualTo(id);
    assertThat(rows().get(id).getRetryAt()).isEqualTo(START.plusSeconds(12).toEpochMilli());

    send(Samples.request("r3"), START);
    send(Request.newBuilder(REQUEST).setTenant("other").build(), START);
    assertThat(only(bulk.readValuesToList()).getTenant())
        .as("a repeat costs nothing, another tenant has its own quota")
        .isEqualTo("other");

    send(next, START.plusSeconds(12));
    assertThat(only(bulk.readValuesToList()).getJobId()).isEqualTo(id);
    send(Samples.success(id, 1));
    assertThat(only(completions.readValuesToList()).getState()).isEqualTo(JobState.COMPLETED);
  }

  @Test
  void aRefusalThatPassedIsForgottenSoonWithNothingLeftBehind() {
    for (int i = 0; i < 11; i++) {
      send(Samples.request("r" + i), START);
    }
    String id = RequestIdentity.jobId("acme", "r10");
    assertThat(rows().get(id)).isNotNull();
    driver.advanceWallClockTime(Duration.ofMinutes(11));
    assertThat(rows().get(id)).isNull();
  }

  @Test
  void aLaneWithTooMuchBeforeItRefusesAndTakesAgainWhenItIsDone() {
    // 25 frames a second of work are done: 1000 frames of 512 x 512 in 40 s.
    send(declared("long", 4000));
    String id = RequestIdentity.jobId("acme", "long");
    for (int second = 1; second <= 40; second++) {
      send(Samples.progress(id, 1, JobState.RENDERING, 25 * second, 100_000));
      driver.advanceWallClockTime(Duration.ofSeconds(1));
    }
    // 99 000 frames are left, of which 25 are made in a second.
    assertThat(ofLane("waiting-cost")).isCloseTo(99_000.0, withPercentage(1));
    assertThat(ofLane("estimated-wait-ms")).isCloseTo(3_960_000, withPercentage(5));
    send(declared("next", 10));
    Completion refusal = only(completions.readValuesToList());
    assertThat(refusal.getErrors().get(0).getCode()).isEqualTo("OVERLOADED");
    assertThat(refusal.getErrors().get(0).getMessage()).contains("lane BULK", "limit is 3600 s");
    assertThat(bulk.readValuesToList()).hasSize(1);

    send(Samples.progress(id, 1, JobState.RENDERING, 99_000, 100_000));
    driver.advanceWallClockTime(Duration.ofSeconds(1));
    send(declared("next", 10));
    assertThat(bulk.readValuesToList()).hasSize(1);
    assertThat(completions.isEmpty()).isTrue();
  }

  @Test
  void aLanesJobsAreCountedUntilTheyAreDoneAndTheOldestTellsItsAge() {
    send(declared("first", 10));
    driver.advanceWallClockTime(Duration.ofSeconds(7));
    send(declared("second", 10));
    driver.advanceWallClockTime(Duration.ofSeconds(2));
    assertThat(ofLane("waiting-jobs")).isEqualTo(2);
    assertThat(ofLane("oldest-ms")).isEqualTo(9_000);

    send(Samples.success(RequestIdentity.jobId("acme", "first"), 1));
    driver.advanceWallClockTime(Duration.ofSeconds(1));
    assertThat(ofLane("waiting-jobs")).isEqualTo(1);
    assertThat(ofLane("oldest-ms")).isEqualTo(3_000);

    send(Samples.success(RequestIdentity.jobId("acme", "second"), 1));
    driver.advanceWallClockTime(Duration.ofSeconds(1));
    assertThat(ofLane("waiting-jobs")).isZero();
    assertThat(ofLane("oldest-ms")).isZero();
  }

  @Test
  void aFullLaneMakesLessOfWhatAllowsItAndSaysWhatWasAsked() {
    send(declared("long", 4000));
    String id = RequestIdentity.jobId("acme", "long");
    for (int second = 1; second <= 60; second++) {
      // 3000 s of work are before a new job, of 3600 s that it may wait.
      send(Samples.progress(id, 1, JobState.RENDERING, 25 * second, 25 * second + 75_000));
      driver.advanceWallClockTime(Duration.ofSeconds(1));
    }
    send(Request.newBuilder(declared("allowed", 10)).setPreset("bulk-marketing").build());
    send(
        Request.newBuilder(declared("forbidden", 10))
            .setPreset("bulk-marketing")
            .setDegradable(false)
            .build());
    List<Job> jobs = bulk.readValuesToList();
    assertThat(jobs)
        .extracting(job -> job.getParameters().getMinResolution())
        .containsExactly(512, 384, 768);
    assertThat(jobs)
        .extracting(job -> job.getParameters().getInferenceSteps())
        .containsExactly(25, 10, 20);
    assertThat(degradations(4)).isEqualTo(1);
    send(Request.newBuilder(declared("allowed", 10)).setPreset("bulk-marketing").build());
    assertThat(bulk.isEmpty()).as("the request is the same, whatever is made of it").isTrue();

    send(Samples.success(jobs.get(1).getJobId(), 1));
    send(Samples.success(jobs.get(2).getJobId(), 1));
    List<Completion> ends = completions.readValuesToList();
    assertThat(ends.get(0).getParameters()).isEqualTo(jobs.get(1).getParameters());
    assertThat(ends.get(0).getAsked()).isEqualTo(jobs.get(2).getParameters());
    assertThat(ends.get(1).getAsked()).isNull();

    send(Samples.success(id, 1));
    for (int second = 0; second < 30; second++) {
      driver.advanceWallClockTime(Duration.ofSeconds(1));
    }
    send(Request.newBuilder(declared("later", 10)).setPreset("bulk-marketing").build());
    assertThat(only(bulk.readValuesToList()).getParameters().getMinResolution()).isEqualTo(768);
  }

  private double ofLane(String name) {
    return driver.metrics().entrySet().stream()
        .filter(entry -> entry.getKey().name().equals(name))
        .filter(entry -> entry.getKey().group().equals("stream-lane-metrics"))
        .filter(entry -> entry.getKey().tags().get("lane").equals("BULK"))
        .mapToDouble(entry -> (Double) entry.getValue().metricValue())
        .sum();
  }

  private double degradations(int level) {
    return driver.metrics().entrySet().stream()
        .filter(entry -> entry.getKey().name().equals("degradations-total"))
        .filter(entry -> entry.getKey().tags().get("lane").equals("BULK"))
        .filter(entry -> entry.getKey().tags().get("level").equals(Integer.toString(level)))
        .mapToDouble(entry -> (Double) entry.getValue().metricValue())
        .sum();
  }

  @Test
  void aJobIsCancelledOnceAndALateVideoOfItIsRemoved() {
    send(REQUEST);
    send(Samples.progress(JOB, 1, JobState.RENDERING, 1, 100));
    command(JOB, "other", CommandKind.CANCEL);
    assertThat(completions.isEmpty()).as("another tenant's command is dropped").isTrue();
    command(JOB, "acme", CommandKind.CANCEL);
    command(JOB, "acme", CommandKind.CANCEL);
    Completion completion = only(completions.readValuesToList());
    assertThat(completion.getState()).isEqualTo(JobState.CANCELLED);
    assertThat(completion.getErrors().get(0).getCode()).isEqualTo("CANCELLED");
    assertThat(only(controls.readValuesToList()).getReason()).isEqualTo(JobState.CANCELLED);
    assertThat(removals.isEmpty()).isTrue();

    send(Samples.success(JOB, 1));
    assertThat(completions.isEmpty()).isTrue();
    assertThat(only(removals.readValuesToList()).getObjects())
        .containsExactly("s3://lipstream-videos/videos/acme/%s.mp4".formatted(JOB));
  }

  @Test
  void aCommandThatOvertakesItsRequestCountsWhenThatComes() {
    command(JOB, "acme", CommandKind.CANCEL);
    assertThat(completions.isEmpty()).isTrue();
    send(REQUEST);
    assertThat(only(completions.readValuesToList()).getState()).isEqualTo(JobState.CANCELLED);
    assertThat(bulk.isEmpty()).isTrue();
  }

  @Test
  void aStrangersCommandThatComesFirstDoesNotKeepTheOwnersOut() {
    command(JOB, "other", CommandKind.CANCEL);
    command(JOB, "acme", CommandKind.CANCEL);
    send(REQUEST);

    assertThat(bulk.isEmpty()).isTrue();
    assertThat(only(completions.readValuesToList()).getState()).isEqualTo(JobState.CANCELLED);
  }

  @Test
  void aStrangersCommandThatComesFirstChangesNothing() {
    command(JOB, "other", CommandKind.CANCEL);
    send(REQUEST);
    assertThat(bulk.readValuesToList()).hasSize(1);
    assertThat(completions.isEmpty()).isTrue();
  }

  @Test
  void aDeletedJobLeavesATombstoneAndNothingElse() {
    String upload = "s3://lipstream-assets/uploads/acme/%s/a.png".formatted(JOB);
    send(
        Request.newBuilder(REQUEST)
            .setImageUri(upload)
            .setAudioUri("s3://lipstream-assets/uploads/acme/%s/b.wav".formatted("0".repeat(32)))
            .build());
    send(Samples.success(JOB, 1));
    completions.readValuesToList();
    command(JOB, "acme", CommandKind.DELETE);
    Removal removal = only(removals.readValuesToList());
    assertThat(removal.getObjects())
        .containsExactly("s3://lipstream-videos/videos/acme/%s.mp4".formatted(JOB), upload);
    assertThat(removal.getPrefixes()).containsExactly("s3://lipstream/work/%s/".formatted(JOB));
    JobRow tombstone = rows().get(JOB);
    assertThat(tombstone.getGone()).isEqualTo("PURGED");
    assertThat(tombstone.getRequestId() + tombstone.getRequestDigest()).isEmpty();
    assertThat(tombstone.getAssets()).isEmpty();
    assertThat(tombstone.getCompletion()).isNull();
    assertThat(completions.isEmpty()).isTrue();

    send(Samples.success(JOB, 1));
    assertThat(only(removals.readValuesToList()).getObjects())
        .as("a late video of a purged job goes too")
        .hasSize(1);
    driver.advanceWallClockTime(Duration.ofDays(31));
    assertThat(rows().get(JOB)).isNull();
    assertThat(dueEntries()).isZero();
  }

  @Test
  void whoeverWaitsForARowIsToldWhenItIsThere() {
    send(REQUEST);
    assertThat(written).containsExactly(JOB);
    send(REQUEST);
    assertThat(written).as("a repeat changes nothing").hasSize(1);
  }

  @Test
  void aRequestIdIsFreeForOtherContentAfterItsTime() {
    Request other = Request.newBuilder(REQUEST).setFps(30).build();
    send(REQUEST);
    send(Samples.success(JOB, 1));
    Completion first = only(completions.readValuesToList());
    driver.advanceWallClockTime(Duration.ofHours(23));
    send(other);
    assertThat(only(completions.readValuesToList()).getErrors().get(0).getCode())
        .isEqualTo("IDEMPOTENCE_CONFLICT");
    bulk.readValuesToList();

    driver.advanceWallClockTime(Duration.ofHours(2));
    send(REQUEST);
    assertThat(bulk.isEmpty()).as("the same content is the same job all the same").isTrue();
    send(other);
    Job second = only(bulk.readValuesToList());
    assertThat(second.getJobId()).isEqualTo(JOB);
    assertThat(second.getOutputUri())
        .isEqualTo("s3://lipstream-videos/videos/acme/%s-1.mp4".formatted(JOB));

    send(Samples.success(JOB, 1));
    assertThat(completions.isEmpty()).as("a late report of the first job").isTrue();
    assertThat(removals.isEmpty()).as("and its video stays").isTrue();
    send(succeeded(Samples.success(JOB, 1), "videos/acme/%s-1.mp4".formatted(JOB)));
    Completion end = only(completions.readValuesToList());
    assertThat(end.getState()).isEqualTo(JobState.COMPLETED);
    assertThat(end.getEventId()).isNotEqualTo(first.getEventId());
  }

  private static Outcome succeeded(Outcome success, String key) {
    return Outcome.newBuilder(success)
        .setVideo(VideoObject.newBuilder(success.getVideo()).setKey(key).build())
        .build();
  }

  @Test
  void aJobThatIsForgottenIsNotTakenForOneThatIsYetToCome() {
    send(REQUEST);
    send(Samples.success(JOB, 1));
    driver.advanceWallClockTime(Duration.ofDays(8));
    assertThat(rows().get(JOB).getGone()).isEqualTo("FORGOTTEN");
    send(Samples.success(JOB, 1));
    command(JOB, "acme", CommandKind.DELETE);
    assertThat(removals.isEmpty()).as("its video is the client's").isTrue();

    bulk.readValuesToList();
    send(REQUEST);
    assertThat(bulk.readValuesToList()).as("its request id is free").hasSize(1);
    assertThat(rows().get(JOB).getGone()).isEmpty();
  }

  @Test
  void aJobThatIsDeletedBeforeItsEndIsCancelledFirst() {
    send(REQUEST);
    command(JOB, "acme", CommandKind.DELETE);
    assertThat(only(completions.readValuesToList()).getState()).isEqualTo(JobState.CANCELLED);
    assertThat(only(removals.readValuesToList()).getObjects())
        .containsExactly("s3://lipstream-videos/videos/acme/%s.mp4".formatted(JOB));
    assertThat(rows().get(JOB).getAssets()).isEmpty();
  }

  @Test
  void anEndIsToldToTheUrlThatAskedForIt() throws Exception {
    send(Request.newBuilder(REQUEST).setCallbackUrl("https://shop.example/done?x=1").build());
    assertThat(callbacks.isEmpty()).isTrue();
    send(Samples.success(JOB, 1));
    Completion completion = only(completions.readValuesToList());
    var record = only(callbacks.readRecordsToList());
    assertThat(record.key()).isEqualTo(completion.getEventId());
    Callback callback = record.value();
    assertThat(callback.getUrl()).isEqualTo("https://shop.example/done?x=1");
    assertThat(callback.getNextAt()).isEqualTo(START);
    assertThat(callback.getGiveUpAt()).isEqualTo(START.plus(Duration.ofDays(1)));
    assertThat(Completion.fromByteBuffer(callback.getCompletion())).isEqualTo(completion);
    assertThat(rows().get(JOB).getCompletion()).isEqualTo(completion.toByteBuffer());
  }

  @Test
  void aCompletionIsACloudEventAndStandsThereAsJsonToo() {
    TestOutputTopic<String, String> json =
        driver.createOutputTopic(
            Topic.COMPLETIONS_JSON.topicName(), new StringDeserializer(), new StringDeserializer());
    send(REQUEST);
    send(Samples.success(JOB, 1));
    var event = only(completions.readRecordsToList());
    assertThat(header(event.headers(), "ce_id")).isEqualTo(JOB + "/completion");
    assertThat(header(event.headers(), "ce_subject")).isEqualTo(JOB);
    var text = only(json.readRecordsToList());
    assertThat(text.key()).isEqualTo(JOB);
    assertThat(text.value()).startsWith("{").contains("\"job_id\":\"" + JOB + "\"");
    assertThat(header(text.headers(), "content-type")).isEqualTo("application/json");
    assertThat(header(text.headers(), "ce_id")).isEqualTo(JOB + "/completion");
  }

  @Test
  void aRealtimeJobCarriesItsPresetsLongestVoice() {
    send(Request.newBuilder(REQUEST).setPreset("realtime").build());
    assertThat(only(interactive.readValuesToList()).getMaxAudioSeconds()).isEqualTo(3.0);
    send(Request.newBuilder(declared("too long", 4)).setPreset("realtime").build());
    assertThat(only(completions.readValuesToList()).getErrors().get(0).getMessage())
        .isEqualTo("duration is '4.0', expected at most 3.0 seconds for preset realtime");
  }

  private static Request declared(String requestId, double seconds) {
    return Request.newBuilder(Samples.request(requestId)).setDuration(seconds).build();
  }

  private void send(Request request, Instant at) {
    requests.pipeInput((byte[]) null, bytes(request), at);
  }

  private void command(String jobId, String tenant, CommandKind kind) {
    Command command =
        Command.newBuilder()
            .setJobId(jobId)
            .setTenant(tenant)
            .setKind(kind)
            .setIssuedAt(START)
            .build();
    commands.pipeInput(
        (byte[]) null, commandSerializer.serialize(Topic.COMMANDS.topicName(), command));
  }

  private TestInputTopic<byte[], byte[]> input(Topic topic) {
    return driver.createInputTopic(
        topic.topicName(), new ByteArraySerializer(), new ByteArraySerializer());
  }

  private <T extends SpecificRecord> TestOutputTopic<String, T> output(
      Topic topic, Class<T> eventClass) {
    return driver.createOutputTopic(
        topic.topicName(), new StringDeserializer(), new EventDeserializer<>(REGISTRY, eventClass));
  }

  private void send(Request request) {
    requests.pipeInput((byte[]) null, bytes(request));
  }

  private void send(Outcome outcome) {
    outcomes.pipeInput(
        (byte[]) null, outcomeSerializer.serialize(Topic.OUTCOMES.topicName(), outcome));
  }

  private byte[] bytes(Request request) {
    return requestSerializer.serialize(Topic.REQUESTS.topicName(), request);
  }

  private KeyValueStore<String, JobRow> rows() {
    return driver.getKeyValueStore(LedgerProcessor.ROWS);
  }

  private int dueEntries() {
    KeyValueStore<Bytes, byte[]> due = driver.getKeyValueStore(LedgerProcessor.DUE);
    int count = 0;
    try (KeyValueIterator<Bytes, byte[]> all = due.all()) {
      while (all.hasNext()) {
        all.next();
        count++;
      }
    }
    return count;
  }

  private static String header(Headers headers, String name) {
    return new String(headers.lastHeader(name).value(), UTF_8);
  }

  private static <T> T only(List<T> values) {
    assertThat(values).hasSize(1);
    return values.get(0);
  }
}
