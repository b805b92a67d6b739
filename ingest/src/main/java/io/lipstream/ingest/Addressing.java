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
 * Gives each record of a public topic a key of ours, whatever key it came with, and says whether it
 * came where its job is kept. One that cannot be read becomes a {@link DeadLetter} and stops
 * nothing. For one stream thread.
 *
 * @param <T> event of the topic
 */
final class Addressing<T extends SpecificRecord>
    implements Processor<byte[], byte[], String, Object> {
  private static final Logger LOG = LoggerFactory.getLogger(Addressing.class);

  private final Supplier<PatientReader<T>> readers;
  private final Function<T, String> key;
  private final Function<T, String> jobId;
  private PatientReader<T> reader;
  private ProcessorContext<String, Object> context;

  Addressing(
      Supplier<PatientReader<T>> readers, Function<T, String> key, Function<T, String> jobId) {
    this.readers = readers;
    this.key = key;
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
      T event = reader.read(source.topic(), record.value());
      String id = jobId.apply(event);
      boolean atHome = JobPartition.of(id) == source.partition();
      context.forward(
          record
              .withKey(key.apply(event))
              .withValue((Object) new Arrival<>(record.value(), event, id, atHome)));
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
