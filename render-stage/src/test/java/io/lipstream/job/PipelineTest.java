package io.lipstream.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Lane;
import io.lipstream.gathering.GatheredClip;
import io.lipstream.pipeline.Asset;
import io.lipstream.pipeline.Fetched;
import io.lipstream.pipeline.JobTicket;
import io.lipstream.pipeline.Piece;
import io.lipstream.pipeline.PreparedClip;
import io.lipstream.pipeline.RenderParameters;
import io.lipstream.pipeline.Report;
import io.lipstream.pipeline.Segment;
import io.lipstream.pipeline.StageTimes;
import io.lipstream.pipeline.Video;
import io.lipstream.settings.Settings;
import io.lipstream.stage.StageWork;
import io.lipstream.stage.StageWorkFactory;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Either;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The operators on a real cluster inside the process, with work that takes no time. */
@Timeout(60)
class PipelineTest {
  private static final int SEGMENT_FRAMES = 50;
  private static final int RESTARTS = 2;
  private static final String CLIPS = "job.interleaver-clips";

  private static final InMemoryReporter METRICS = InMemoryReporter.createWithRetainedMetrics();

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setConfiguration(METRICS.addToConfiguration(new Configuration()))
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(8)
              .build());

  /** Whose segments were rendered, in the order in which they were begun. */
  private static final Queue<JobTicket> RENDERED = new ConcurrentLinkedQueue<>();

  private static final AtomicLong RENDER_MILLIS = new AtomicLong();

  /** Bulk segments that are begun before the interactive job arrives. */
  private static final AtomicInteger FETCH_INTERACTIVE_AFTER = new AtomicInteger();

  /** Segments that had been begun when the interactive clip was ready. */
  private static final AtomicInteger READY_AFTER = new AtomicInteger();

  private static final AtomicInteger OPENED = new AtomicInteger();
  private static final Set<String> ENDED = ConcurrentHashMap.newKeySet();
  private static final AtomicBoolean ENDS_WHEN_RENDERED = new AtomicBoolean();

  @BeforeEach
  void reset() {
    RENDERED.clear();
    RENDER_MILLIS.set(0);
    FETCH_INTERACTIVE_AFTER.set(0);
    ENDED.clear();
    ENDS_WHEN_RENDERED.set(false);
  }

  @Test
  void whileBothLanesAreBusyInteractiveSegmentsHaveTheirShareAndBulkOnesDoNotStarve()
      throws Exception {
    RENDER_MILLIS.set(10);
    run(tickets("i", Lane.INTERACTIVE, 20), tickets("b", Lane.BULK, 20));

    List<String> lanes = RENDERED.stream().map(JobTicket::lane).toList();
    int lastInteractive = lanes.lastIndexOf(Lane.INTERACTIVE.name());
    int firstBoth = Math.max(lanes.indexOf("BULK"), lanes.indexOf("INTERACTIVE"));
    List<String> busy = lanes.subList(firstBoth, lastInteractive);
    long bulk = busy.stream().filter("BULK"::equals).count();
    assertThat(busy.size() - bulk).as("interactive among %s", busy).isBetween(2 * bulk, 5 * bulk);
  }

  @Test
  void anInteractiveSegmentThatMeetsAFullBulkLaneWaitsForTheRenderCapacityAndOneBatchAtMost()
      throws Exception {
    RENDER_MILLIS.set(100);
    FETCH_INTERACTIVE_AFTER.set(6);
    run(tickets("i", Lane.INTERACTIVE, 1), tickets("b", Lane.BULK, 8), Map.of(CLIPS, "2"));

    List<String> lanes = RENDERED.stream().map(JobTicket::lane).toList();
    int begun = lanes.indexOf(Lane.INTERACTIVE.name());
    assertThat(lanes.subList(begun, lanes.size())).as("the bulk lane was full").contains("BULK");
    assertThat(READY_AFTER.get()).isGreaterThanOrEqualTo(6);
    // Two threads and the next segment, which is the capacity, and one bulk segment released
    // before.
    assertThat(begun - READY_AFTER.get())
        .as("bulk segments begun between readiness and begin, of %s", lanes)
        .isLessThanOrEqualTo(3 + 1);
  }

  @Test
  void aClipsSegmentsDoNotWaitForALongClipsSegmentsInTheNetwork() throws Exception {
    RENDER_MILLIS.set(4);
    List<JobTicket> bulk = new ArrayList<>(tickets("long", Lane.BULK, 1));
    bulk.addAll(tickets("b", Lane.BULK, 6));
    run(List.of(), bulk);

    List<String> jobs = RENDERED.stream().map(JobTicket::jobId).toList();
    int last = bulk.stream().mapToInt(job -> jobs.indexOf(job.jobId())).max().orElseThrow();
    assertThat(last).as("first segment of the last clip among %s", jobs).isLessThan(4 * 7);
  }

  @Test
  void whatIsLeftOfAnEndedJobIsNotRendered() throws Exception {
    ENDED.add("b1");
    List<Report> reports = run(List.of(), tickets("b", Lane.BULK, 3));

    assertThat(RENDERED).extracting(JobTicket::jobId).contains("b0", "b2").doesNotContain("b1");
    assertThat(reports)
        .filteredOn(report -> report.jobId().equals("b1") && !report.failureCode().isEmpty())
        .extracting(Report::failureCode)
        .contains("CANCELLED");
    assertThat(counted("lipstream_fetch-bulk_dropped_cancelled")).isEqualTo(1);
  }

  @Test
  void segmentsOfAJobThatEndsAreDroppedAndCountedAtTheInterleaver() throws Exception {
    long before = counted("lipstream_interleaver_dropped_cancelled");
    RENDER_MILLIS.set(20);
    ENDS_WHEN_RENDERED.set(true);
    run(List.of(), tickets("b", Lane.BULK, 6));

    assertThat(counted("lipstream_interleaver_dropped_cancelled")).isGreaterThan(before);
  }

  @Test
  void everyJobOfEveryLaneEndsInOneSuccess() throws Exception {
    List<JobTicket> interactive = tickets("i", Lane.INTERACTIVE, 5);
    List<JobTicket> bulk = tickets("b", Lane.BULK, 5);

    List<Report> reports = run(interactive, bulk);

    Map<String, Long> successes =
        reports.stream()
            .filter(report -> report.video() != null)
            .collect(Collectors.groupingBy(Report::jobId, Collectors.counting()));
    assertThat(successes).hasSize(10).allSatisfy((job, count) -> assertThat(count).isEqualTo(1));
    assertThat(reports).noneMatch(report -> !report.failureCode().isEmpty());
  }

  @Test
  void aJobWhoseVideoIsKnownEndsWithSuccessAndIsNotRendered() throws Exception {
    List<Report> reports =
        run(
            List.of(),
            List.of(
                ticket("known", Lane.BULK, Long.MAX_VALUE),
                ticket("new", Lane.BULK, Long.MAX_VALUE)));

    assertThat(reports)
        .filteredOn(report -> report.video() != null)
        .extracting(Report::jobId)
        .containsExactlyInAnyOrder("known", "new");
    assertThat(reports)
        .filteredOn(report -> report.jobId().equals("known"))
        .extracting(Report::state)
        .containsExactlyInAnyOrder("FETCHING", "COMPLETED");
    assertThat(RENDERED).extracting(JobTicket::jobId).containsOnly("new");
  }

  @Test
  void badWorkEndsAsAReportOfItsStageAndTheNextJobIsServed() throws Exception {
    List<JobTicket> jobs =
        List.of(
            ticket("fail-fetch", Lane.BULK, Long.MAX_VALUE),
            ticket("fail-features", Lane.BULK, Long.MAX_VALUE),
            ticket("fail-render", Lane.BULK, Long.MAX_VALUE),
            ticket("fail-assemble", Lane.BULK, Long.MAX_VALUE),
            ticket("good", Lane.BULK, Long.MAX_VALUE));

    List<Report> reports = run(List.of(), jobs);

    assertThat(reports)
        .filteredOn(report -> !report.failureCode().isEmpty())
        .extracting(Report::jobId, Report::failureMessage)
        .contains(
            org.assertj.core.groups.Tuple.tuple("fail-fetch", "fetch was told to fail"),
            org.assertj.core.groups.Tuple.tuple("fail-features", "features was told to fail"),
            org.assertj.core.groups.Tuple.tuple("fail-render", "render was told to fail"),
            org.assertj.core.groups.Tuple.tuple("fail-assemble", "assemble was told to fail"));
    assertThat(reports)
        .filteredOn(report -> report.video() != null)
        .extracting(Report::jobId)
        .containsExactly("good");
  }

  @Test
  void workThatExhaustsMemoryEndsAsARetryableReportAndTheNextJobIsServed() throws Exception {
    List<Report> reports =
        run(
            List.of(),
            List.of(
                ticket("exhaust-render", Lane.BULK, Long.MAX_VALUE),
                ticket("good", Lane.BULK, Long.MAX_VALUE)));

    assertThat(reports)
        .filteredOn(report -> !report.failureCode().isEmpty())
        .extracting(Report::jobId)
        .containsOnly("exhaust-render");
    assertThat(reports)
        .filteredOn(report -> !report.failureCode().isEmpty())
        .extracting(report -> ErrorCode.valueOf(report.failureCode()).retryable())
        .containsOnly(true);
    assertThat(reports)
        .filteredOn(report -> report.video() != null)
        .extracting(Report::jobId)
        .containsExactly("good");
  }

  @Test
  void workIsNotBegunAfterItsDeadline() throws Exception {
    List<Report> reports = run(List.of(), List.of(ticket("late", Lane.BULK, 1)));

    assertThat(reports)
        .filteredOn(report -> !report.failureCode().isEmpty())
        .singleElement()
        .extracting(Report::failureCode)
        .isEqualTo(ErrorCode.DEADLINE_PASSED.name());
    assertThat(counted("lipstream_fetch-bulk_dropped_deadline")).isEqualTo(1);
  }

  @Test
  void whatIsConfiguredWrongFailsTheJobOnceAndSaysWhy() {
    OPENED.set(0);
    PipelineWork wrong =
        work(
            context -> {
              OPENED.incrementAndGet();
              throw new LipstreamException(
                  ErrorCode.CONFIGURATION_INVALID, "render.engine is tensorrt, but no GPU");
            });

    assertThatThrownBy(() -> execute(wrong))
        .hasStackTraceContaining("render.engine is tensorrt, but no GPU");
    assertThat(OPENED).hasValue(1);
  }

  @Test
  void whatMayPassAtTheStartIsTriedAgain() {
    OPENED.set(0);
    PipelineWork unavailable =
        work(
            context -> {
              OPENED.incrementAndGet();
              throw new LipstreamException(ErrorCode.STORAGE_UNAVAILABLE, "not yet");
            });

    assertThatThrownBy(() -> execute(unavailable)).hasStackTraceContaining("not yet");
    assertThat(OPENED).hasValue(1 + RESTARTS);
  }

  private static void execute(PipelineWork work) throws Exception {
    Configuration configuration = new Configuration();
    configuration.setString("restart-strategy.type", "fixed-delay");
    configuration.setString("restart-strategy.fixed-delay.attempts", "" + RESTARTS);
    configuration.setString("restart-strategy.fixed-delay.delay", "10 ms");
    StreamExecutionEnvironment environment = environment(configuration);
    connect(
            environment,
            tickets("i", Lane.INTERACTIVE, 1),
            tickets("b", Lane.BULK, 1),
            Map.of(),
            work)
        .sinkTo(new DiscardingSink<>());
    environment.execute();
  }

  @Test
  void progressGrowsToTheLastFrame() throws Exception {
    List<Report> reports = run(List.of(ticket("one", Lane.INTERACTIVE, Long.MAX_VALUE)), List.of());

    assertThat(reports).extracting(Report::state).contains("FETCHING", "RENDERING", "ASSEMBLING");
    assertThat(reports)
        .filteredOn(report -> report.state().equals("ASSEMBLING"))
        .singleElement()
        .satisfies(report -> assertThat(report.framesDone()).isEqualTo(report.framesTotal()));
  }

  private static List<Report> run(List<JobTicket> interactive, List<JobTicket> bulk)
      throws Exception {
    return run(interactive, bulk, Map.of());
  }

  private static List<Report> run(
      List<JobTicket> interactive, List<JobTicket> bulk, Map<String, String> settings)
      throws Exception {
    DataStream<Report> reports =
        connect(environment(new Configuration()), interactive, bulk, settings, work());
    List<Report> collected = new ArrayList<>();
    try (CloseableIterator<Report> iterator = reports.executeAndCollect()) {
      iterator.forEachRemaining(collected::add);
    }
    return collected;
  }

  static DataStream<Report> connect(
      StreamExecutionEnvironment environment,
      List<JobTicket> interactive,
      List<JobTicket> bulk,
      Map<String, String> given,
      PipelineWork work) {
    Map<Lane, DataStream<JobTicket>> jobs = new EnumMap<>(Lane.class);
    jobs.put(Lane.INTERACTIVE, source(environment, interactive));
    jobs.put(Lane.BULK, source(environment, bulk));
    JobSettings settings = JobSettings.from(Settings.parse(JobSettings.SETTINGS, given));
    return Pipeline.connect(jobs, settings, work);
  }

  /** Sum of a counter over all jobs that ran on the cluster. */
  private static long counted(String name) {
    return METRICS.getMetricsByGroup().values().stream()
        .flatMap(metrics -> metrics.entrySet().stream())
        .filter(metric -> metric.getKey().equals(name))
        .map(Map.Entry::getValue)
        .mapToLong(metric -> ((Counter) metric).getCount())
        .sum();
  }

  static StreamExecutionEnvironment environment(Configuration configuration) {
    configuration.setString("pipeline.generic-types", "false");
    configuration.setString("pipeline.object-reuse", "true");
    configuration.setString("execution.buffer-timeout.interval", "0 ms");
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    environment.setParallelism(1);
    return environment;
  }

  /** Flink refuses an empty collection; a ticket that is filtered out stands for none. */
  private static DataStream<JobTicket> source(
      StreamExecutionEnvironment environment, List<JobTicket> tickets) {
    List<JobTicket> all = new ArrayList<>(tickets);
    all.add(ticket("none", Lane.BULK, Long.MAX_VALUE));
    return environment
        .fromData(TypeInformation.of(JobTicket.class), all.toArray(JobTicket[]::new))
        .filter(ticket -> !ticket.jobId().equals("none"));
  }

  private static PipelineWork work() {
    return work(
        workshop(
            segment -> {
              failIfTold("render", segment.clip().job());
              RENDERED.add(segment.clip().job());
              if (ENDS_WHEN_RENDERED.get()) {
                ENDED.add(segment.clip().job().jobId());
              }
              Thread.sleep(RENDER_MILLIS.get());
              return piece(segment);
            }));
  }

  static PipelineWork work(StageWorkFactory<Segment, Piece> render) {
    return new PipelineWork(
        workshop(
            job -> {
              failIfTold("fetch", job);
              if (job.lane().equals(Lane.INTERACTIVE.name())) {
                while (RENDERED.size() < FETCH_INTERACTIVE_AFTER.get()) {
                  Thread.sleep(1);
                }
              }
              Asset asset = new Asset("s3://work/asset", "0", 1, "image/png");
              return new Fetched(job, asset, asset, 1, 1);
            }),
        context -> Features::new,
        render,
        workshop(
            gathered -> {
              failIfTold("assemble", gathered.clip().job());
              return success(gathered);
            }),
        () -> ENDED::contains);
  }

  /** Knows the videos of some jobs, which end there. */
  private static final class Features implements StageWork<Fetched, PreparedClip> {
    @Override
    public Either<PreparedClip, Report> outcome(Fetched fetched) {
      return fetched.job().jobId().startsWith("known")
          ? Either.Right(Report.success(fetched.job(), video(20), System.currentTimeMillis()))
          : Either.Left(apply(fetched));
    }

    @Override
    public PreparedClip apply(Fetched fetched) {
      failIfTold("features", fetched.job());
      if (fetched.job().lane().equals(Lane.INTERACTIVE.name())) {
        READY_AFTER.set(RENDERED.size());
      }
      return clip(fetched);
    }
  }

  private static void failIfTold(String stage, JobTicket job) {
    if (job.jobId().equals("exhaust-" + stage)) {
      throw new OutOfMemoryError("what native libraries throw when they may have no more");
    }
    if (job.jobId().equals("fail-" + stage)) {
      throw new LipstreamException(ErrorCode.ENGINE_FAILED, stage + " was told to fail");
    }
  }

  private static <I, O> StageWorkFactory<I, O> workshop(SerializableWork<I, O> work) {
    return context -> () -> work;
  }

  private interface SerializableWork<I, O> extends StageWork<I, O>, java.io.Serializable {}

  private static PreparedClip clip(Fetched fetched) {
    String jobId = fetched.job().jobId();
    int frames = 20 + 37 * (1 + Math.floorMod(jobId.hashCode(), 10));
    return new PreparedClip(
        fetched.job(),
        fetched.portrait(),
        fetched.voice(),
        "s3://work/portrait",
        "s3://work/motion",
        "s3://work/" + jobId + "/",
        frames,
        SEGMENT_FRAMES,
        512,
        512,
        1,
        1,
        1,
        "");
  }

  static Piece piece(Segment segment) {
    return new Piece(segment, "test", "digest", 1, System.currentTimeMillis());
  }

  private static Report success(GatheredClip gathered) {
    PreparedClip clip = gathered.clip();
    return Report.success(clip.job(), video(clip.frames()), System.currentTimeMillis());
  }

  private static Video video(int frames) {
    return new Video(
        "videos",
        "key",
        1,
        "0",
        "video/mp4",
        "",
        512,
        512,
        25,
        frames,
        "test",
        "digest",
        new StageTimes(1, 1, 1, 1, 1, 1),
        "",
        "");
  }

  static List<JobTicket> tickets(String prefix, Lane lane, int count) {
    List<JobTicket> tickets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tickets.add(ticket(prefix + i, lane, Long.MAX_VALUE));
    }
    return tickets;
  }

  private static JobTicket ticket(String jobId, Lane lane, long deadline) {
    return new JobTicket(
        jobId,
        1,
        "tenant",
        "digest",
        lane.name(),
        "s3://assets/i",
        "s3://assets/v",
        "s3://videos/" + jobId,
        Double.NaN,
        RenderParameters.defaults(),
        "",
        Double.POSITIVE_INFINITY,
        "",
        0,
        deadline);
  }
}
