package io.lipstream.job;

import io.lipstream.event.Lane;
import io.lipstream.gathering.Gather;
import io.lipstream.gathering.GatheredClip;
import io.lipstream.interleaving.Interleaver;
import io.lipstream.pipeline.Fetched;
import io.lipstream.pipeline.JobTicket;
import io.lipstream.pipeline.Piece;
import io.lipstream.pipeline.PreparedClip;
import io.lipstream.pipeline.Report;
import io.lipstream.pipeline.Segment;
import io.lipstream.stage.Announce;
import io.lipstream.stage.AsyncStage;
import io.lipstream.stage.Split;
import io.lipstream.stage.StageWorkFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.EitherTypeInfo;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.function.SerializableFunction;

/**
 * The operators between the jobs and the reports: a chain a lane up to its interleaver, where the
 * order of the segments is decided; then all lanes meet at the render operator, which is alone in
 * its slot-sharing group, and a clip's pieces meet at its gather. Names and uids are stable: a
 * checkpoint outlives the version that wrote it.
 */
final class Pipeline {
  /** Work that a stage holds beyond what it works on: the next piece, so that no thread waits. */
  private static final int NEXT = 1;

  private static final String RENDER_GROUP = "render";
  private static final String DEFAULT_GROUP = "default";

  private final JobSettings settings;
  private final PipelineWork work;
  private final List<DataStream<Report>> reports = new ArrayList<>();

  private Pipeline(JobSettings settings, PipelineWork work) {
    this.settings = settings;
    this.work = work;
  }

  /** Joins the operators to the jobs of each lane; every report comes out. */
  static DataStream<Report> connect(
      Map<Lane, DataStream<JobTicket>> jobs, JobSettings settings, PipelineWork work) {
    return new Pipeline(settings, work).connect(jobs);
  }

  private DataStream<Report> connect(Map<Lane, DataStream<JobTicket>> jobs) {
    DataStream<Segment> segments =
        jobs.entrySet().stream()
            .map(lane -> segments(lane.getKey(), lane.getValue()))
            .<DataStream<Segment>>map(stream -> stream)
            .reduce((one, other) -> one.union(other))
            .orElseThrow();
    DataStream<Piece> pieces =
        stage(
            segments.rebalance(),
            "render",
            settings.renderParallelism(),
            settings.renderThreads(),
            NEXT,
            RENDER_GROUP,
            item -> item.clip().job(),
            work.render(),
            Piece.class);
    SingleOutputStreamOperator<GatheredClip> gathered =
        named(
            pieces
                .keyBy(Piece::jobId)
                .process(
                    new Gather(settings.keepUnfinished()), TypeInformation.of(GatheredClip.class)),
            "gather");
    reportsOf(gathered);
    reports.add(
        stage(
            gathered,
            "assemble",
            settings.parallelism(),
            settings.assembleThreads(),
            NEXT,
            DEFAULT_GROUP,
            item -> item.clip().job(),
            work.assemble(),
            Report.class));
    return reports.stream().reduce((one, other) -> one.union(other)).orElseThrow();
  }

  private SingleOutputStreamOperator<Segment> segments(Lane lane, DataStream<JobTicket> jobs) {
    String suffix = "-" + lane.name().toLowerCase(Locale.ROOT);
    DataStream<JobTicket> announced =
        announced(jobs, "accept" + suffix, JobTicket.class, Pipeline::fetching);
    DataStream<Fetched> fetched =
        stage(
            announced,
            "fetch" + suffix,
            settings.parallelism(),
            settings.fetchThreads(),
            settings.fetchWaiting(),
            DEFAULT_GROUP,
            item -> item,
            work.fetch(),
            Fetched.class);
    DataStream<PreparedClip> prepared =
        stage(
            fetched,
            "features" + suffix,
            settings.parallelism(),
            settings.featuresThreads(),
            NEXT,
            DEFAULT_GROUP,
            Fetched::job,
            work.features(),
            PreparedClip.class);
    DataStream<PreparedClip> ready =
        announced(prepared, "ready" + suffix, PreparedClip.class, Pipeline::rendering);
    return named(
            ready.transform(
                "interleave" + suffix,
                TypeInformation.of(Segment.class),
                new Interleaver(
                    settings.interleaverClips(),
                    lane == Lane.INTERACTIVE ? settings.interactiveShare() : 1,
                    settings.tenantWeights(),
                    work.endedJobs())),
            "interleave" + suffix)
        .startNewChain();
  }

  private <I, O> DataStream<O> stage(
      DataStream<I> input,
      String name,
      int parallelism,
      int threads,
      int waiting,
      String slotSharingGroup,
      AsyncStage.TicketOf<I> ticketOf,
      StageWorkFactory<I, O> factory,
      Class<O> type) {
    SingleOutputStreamOperator<O> values =
        named(
                AsyncDataStream.unorderedWait(
                        input,
                        new AsyncStage<>(name, threads, ticketOf, factory, work.endedJobs()),
                        0,
                        TimeUnit.MILLISECONDS,
                        threads + waiting)
                    .returns(
                        new EitherTypeInfo<>(
                            TypeInformation.of(type), TypeInformation.of(Report.class))),
                name)
            .setParallelism(parallelism)
            .slotSharingGroup(slotSharingGroup)
            .process(new Split<>(), TypeInformation.of(type));
    named(values, name + "-split").setParallelism(parallelism).slotSharingGroup(slotSharingGroup);
    reportsOf(values);
    return values;
  }

  private <T> DataStream<T> announced(
      DataStream<T> input, String name, Class<T> type, SerializableFunction<T, Report> report) {
    SingleOutputStreamOperator<T> output =
        named(input.process(new Announce<>(report), TypeInformation.of(type)), name);
    reportsOf(output);
    return output;
  }

  private <T> SingleOutputStreamOperator<T> named(
      SingleOutputStreamOperator<T> operator, String name) {
    return operator
        .name(name)
        .uid(name)
        .setParallelism(settings.parallelism())
        .slotSharingGroup(DEFAULT_GROUP);
  }

  private void reportsOf(SingleOutputStreamOperator<?> operator) {
    reports.add(operator.getSideOutput(Split.REPORTS));
  }

  private static Report fetching(JobTicket job) {
    return Report.progress(job, "FETCHING", 0, 0, System.currentTimeMillis());
  }

  private static Report rendering(PreparedClip clip) {
    return Report.progress(clip.job(), "RENDERING", 0, clip.frames(), System.currentTimeMillis());
  }
}
