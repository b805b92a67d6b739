package io.lipstream.job;

import io.lipstream.connection.KafkaConnection;
import io.lipstream.event.Lane;
import io.lipstream.pipeline.JobTicket;
import io.lipstream.pipeline.Report;
import io.lipstream.topic.Topic;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;

/**
 * The data plane as a Flink job: admitted jobs in, outcomes out, both on Kafka. Checkpoints are
 * unaligned, so that a barrier overtakes segments that wait for an engine; outcomes are written at
 * least once, since the ledger judges them.
 */
public final class RenderJob {
  private static final int MAX_PARALLELISM = 1024;
  private static final String GROUP = "lipstream-render";

  private RenderJob() {}

  /** Adds the job to the environment; nothing runs until the environment is executed. */
  public static void build(
      StreamExecutionEnvironment environment, DataPlaneSettings configuration) {
    build(
        environment,
        configuration.connection(),
        configuration.job(),
        new PipelineWork(
            context -> new FetchWorkshop(configuration),
            context -> new FeaturesWorkshop(configuration, context),
            context -> new RenderWorkshop(configuration, context),
            context -> new AssembleWorkshop(configuration),
            () -> ControlReader.open(configuration.connection())));
  }

  static void build(
      StreamExecutionEnvironment environment,
      KafkaConnection connection,
      JobSettings settings,
      PipelineWork work) {
    environment.configure(configuration(settings));
    environment.setParallelism(settings.parallelism());
    Map<Lane, DataStream<JobTicket>> jobs = new EnumMap<>(Lane.class);
    for (Lane lane : Lane.values()) {
      jobs.put(lane, jobs(environment, connection, lane));
    }
    DataStream<Report> reports = Pipeline.connect(jobs, settings, work);
    reports
        .sinkTo(outcomes(connection))
        .name("outcomes")
        .uid("outcomes")
        .setParallelism(settings.parallelism())
        .slotSharingGroup("default");
  }

  private static Configuration configuration(JobSettings settings) {
    Configuration configuration = new Configuration();
    configuration.set(PipelineOptions.NAME, "lipstream");
    configuration.set(PipelineOptions.MAX_PARALLELISM, MAX_PARALLELISM);
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(PipelineOptions.OBJECT_REUSE, true);
    configuration.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.STREAMING);
    configuration.set(ExecutionOptions.BUFFER_TIMEOUT, Duration.ZERO);
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, settings.checkpointInterval());
    configuration.set(
        CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.EXACTLY_ONCE);
    configuration.set(CheckpointingOptions.ENABLE_UNALIGNED, true);
    configuration.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    configuration.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, Integer.MAX_VALUE);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
    return configuration;
  }

  @SuppressWarnings("deprecation") // the connector takes only the deprecated OffsetResetStrategy
  private static DataStream<JobTicket> jobs(
      StreamExecutionEnvironment environment, KafkaConnection connection, Lane lane) {
    String topic = Topic.jobs(lane).topicName();
    String name = "jobs-" + lane.name().toLowerCase(Locale.ROOT);
    Properties properties = connection.clientProperties();
    properties.setProperty("isolation.level", "read_committed");
    KafkaSource<JobTicket> source =
        KafkaSource.<JobTicket>builder()
            .setBootstrapServers(connection.bootstrapServers())
            .setTopics(topic)
            .setGroupId(GROUP)
            .setClientIdPrefix(GROUP + "-" + name)
            .setStartingOffsets(OffsetsInitializer.committedOffsets(OffsetResetStrategy.EARLIEST))
            .setProperties(properties)
            .setDeserializer(new JobTicketReader(connection))
            .build();
    return environment
        .fromSource(source, WatermarkStrategy.noWatermarks(), name)
        .uid(name)
        .slotSharingGroup("default");
  }

  private static KafkaSink<Report> outcomes(KafkaConnection connection) {
    return KafkaSink.<Report>builder()
        .setBootstrapServers(connection.bootstrapServers())
        .setKafkaProducerConfig(connection.clientProperties())
        .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
        .setRecordSerializer(new OutcomeWriter(connection))
        .build();
  }
}
