package io.lipstream.ingest;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives each record of a public topic the id of its job as key, whatever key it came with, and
 * passes its bytes on untouched. One that cannot be read becomes a {@link DeadLetter} and stops
 * nothing. For one stream thread.
 *
 * @param <T> event of the topic
 */
final class Addressing<T extends SpecificRecord>
    implements Processor<byte[], byte[], String, Object> {
  private static final Logger LOG = LoggerFactory.getLogger(Addressing.class);

  private final Supplier<PatientReader<T>> readers;
  private final Function<T, String> jobId;
  private PatientReader<T> reader;
  private ProcessorContext<String, Object> context;

  Addressing(Supplier<PatientReader<T>> readers, Function<T, String> jobId) {
    this.readers = readers;
    this.jobId = jobId;
  }

  @Override
  public void init(ProcessorContext<String, Object> processorContext) {
    context = processorContext;
    reader = readers.get();
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    RecordMetadata source = context.recordMetadata().orElseThrow();
    try {
      String id = jobId.apply(reader.read(source.topic(), record.value()));
      context.forward(record.withKey(id).withValue((Object) record.value()));
    } catch (LipstreamException e) {
      if (e.code() != ErrorCode.UNREADABLE_RECORD) {
        throw e;
      }
      LOG.warn(
          "{}-{} offset {} goes to the dead letters: {}",
          source.topic(),
          source.partition(),
          source.offset(),
          e.getMessage());
      context.forward(
          record
              .withKey("")
              .withValue((Object) new DeadLetter(record.key(), record.value()))
              .withHeaders(DeadLetter.headers(record.headers(), e, source)));
    }
  }
}
