package io.lipstream.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lipstream.connection.KafkaConnection;
import io.lipstream.error.ErrorCode;
import io.lipstream.event.JobError;
import io.lipstream.event.JobState;
import io.lipstream.event.Outcome;
import io.lipstream.event.OutcomeKind;
import io.lipstream.event.Timings;
import io.lipstream.event.VideoObject;
import io.lipstream.pipeline.Report;
import io.lipstream.pipeline.StageTimes;
import io.lipstream.pipeline.Video;
import io.lipstream.registry.EventSerializer;
import io.lipstream.topic.Topic;
import java.time.Instant;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Turns a report into an outcome event, keyed by job; the same report always has the same id. */
final class OutcomeWriter implements KafkaRecordSerializationSchema<Report> {
  private static final long serialVersionUID = 1L;

  private final String registryUrl;
  private transient EventSerializer<Outcome> serializer;

  OutcomeWriter(KafkaConnection connection) {
    this.registryUrl = connection.registryUrl();
  }

  @Override
  public void open(
      SerializationSchema.InitializationContext context, KafkaSinkContext sinkContext) {
    serializer = new EventSerializer<>(registryUrl, Outcome.class);
  }

  @Override
  public ProducerRecord<byte[], byte[]> serialize(
      Report report, KafkaSinkContext context, Long timestamp) {
    String topic = Topic.OUTCOMES.topicName();
    return new ProducerRecord<>(
        topic, report.jobId().getBytes(UTF_8), serializer.serialize(topic, outcome(report)));
  }

  static Outcome outcome(Report report) {
    OutcomeKind kind = kind(report);
    Video video = report.video();
    return Outcome.newBuilder()
        .setOutcomeId(
            "%s/%d/%s/%d"
                .formatted(report.jobId(), report.attempt(), report.state(), report.framesDone()))
        .setJobId(report.jobId())
        .setAttempt(report.attempt())
        .setKind(kind)
        .setState(JobState.valueOf(report.state()))
        .setFramesDone(report.framesDone())
        .setFramesTotal(report.framesTotal())
        .setReportedAt(Instant.ofEpochMilli(report.reportedAt()))
        .setError(kind == OutcomeKind.FAILED ? error(report) : null)
        .setVideo(video == null ? null : videoObject(video))
        .setTimings(video == null ? null : timings(video.times()))
        .setEngine(video == null ? null : video.engine())
        .setModelDigest(video == null ? null : video.modelDigest())
        .setWarnings(
            video == null || video.warnings().isEmpty()
                ? List.of()
                : video.warnings().lines().toList())
        .setCopiedFrom(video == null || video.copiedFrom().isEmpty() ? null : video.copiedFrom())
        .build();
  }

  private static OutcomeKind kind(Report report) {
    if (report.video() != null) {
      return OutcomeKind.SUCCEEDED;
    }
    return report.failureCode().isEmpty() ? OutcomeKind.PROGRESS : OutcomeKind.FAILED;
  }

  private static JobError error(Report report) {
    return ErrorCode.valueOf(report.failureCode()).jobError(report.failureMessage());
  }

  private static VideoObject videoObject(Video video) {
    return VideoObject.newBuilder()
        .setBucket(video.bucket())
        .setKey(video.key())
        .setSize(video.size())
        .setSha256(video.sha256())
        .setContentType(video.contentType())
        .setCacheControl(video.cacheControl())
        .setDuration((double) video.frames() / video.fps())
        .setWidth(video.width())
        .setHeight(video.height())
        .setFps(video.fps())
        .setFrames(video.frames())
        .build();
  }

  private static Timings timings(StageTimes times) {
    return Timings.newBuilder()
        .setQueueMs(times.queue())
        .setFetchMs(times.fetch())
        .setFeaturesMs(times.features())
        .setRenderMs(times.render())
        .setAssembleMs(times.assemble())
        .setPublishMs(times.publish())
        .build();
  }
}
