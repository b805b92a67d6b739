package io.lipstream.job;

import io.lipstream.connection.KafkaConnection;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Framing;
import io.lipstream.event.Job;
import io.lipstream.event.Parameters;
import io.lipstream.pipeline.JobTicket;
import io.lipstream.pipeline.RenderParameters;
import io.lipstream.registry.EventDeserializer;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns a record of a jobs topic into a ticket. One that cannot be read is passed over with a log
 * line: the ledger, which wrote it, misses the job and dispatches it again.
 */
final class JobTicketReader implements KafkaRecordDeserializationSchema<JobTicket> {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(JobTicketReader.class);

  private final String registryUrl;
  private transient EventDeserializer<Job> deserializer;

  JobTicketReader(KafkaConnection connection) {
    this.registryUrl = connection.registryUrl();
  }

  @Override
  public void open(DeserializationSchema.InitializationContext context) {
    deserializer = new EventDeserializer<>(registryUrl, Job.class);
  }

  @Override
  public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<JobTicket> out) {
    try {
      out.collect(ticket(deserializer.deserialize(record.topic(), record.value())));
    } catch (LipstreamException e) {
      if (e.code() != ErrorCode.UNREADABLE_RECORD) {
        throw e;
      }
      LOG.warn(
          "{}-{} offset {} passed over: {}",
          record.topic(),
          record.partition(),
          record.offset(),
          e.getMessage());
    }
  }

  @Override
  public TypeInformation<JobTicket> getProducedType() {
    return TypeInformation.of(JobTicket.class);
  }

  static JobTicket ticket(Job job) {
    return new JobTicket(
        job.getJobId(),
        job.getAttempt(),
        job.getTenant(),
        job.getRequestDigest(),
        job.getLane().name(),
        job.getImageUri(),
        job.getAudioUri(),
        job.getOutputUri(),
        job.getDeclaredDuration() == null ? Double.NaN : job.getDeclaredDuration(),
        parameters(job.getParameters()),
        job.getModelDigest() == null ? "" : job.getModelDigest(),
        job.getMaxAudioSeconds() == null ? Double.POSITIVE_INFINITY : job.getMaxAudioSeconds(),
        job.getParameters().getVoiceStyle() == null ? "" : job.getParameters().getVoiceStyle(),
        job.getAcceptedAt().toEpochMilli(),
        job.getDeadline() == null ? Long.MAX_VALUE : job.getDeadline().toEpochMilli());
  }

  private static RenderParameters parameters(Parameters parameters) {
    return new RenderParameters(
        parameters.getMinResolution(),
        parameters.getExpandRatio(),
        parameters.getInferenceSteps(),
        parameters.getDynamicScale(),
        parameters.getMotionScale(),
        parameters.getLipSyncRefinement(),
        parameters.getSmoothMotion(),
        parameters.getSeed(),
        parameters.getFps(),
        parameters.getFraming() == Framing.FACE,
        parameters.getFace());
  }
}
