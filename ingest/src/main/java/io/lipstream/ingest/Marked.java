package io.lipstream.ingest;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;

/**
 * Sends what arrived on as its bytes, marked with its job, and without marks that a stranger may
 * have set. For one stream thread.
 */
final class Marked<T> implements FixedKeyProcessor<String, Arrival<T>, byte[]> {
  private FixedKeyProcessorContext<String, byte[]> context;

  @Override
  public void init(FixedKeyProcessorContext<String, byte[]> processorContext) {
    context = processorContext;
  }

  @Override
  public void process(FixedKeyRecord<String, Arrival<T>> record) {
    Headers headers = new RecordHeaders(record.headers());
    RecordMarks.clear(headers);
    RecordMarks.setJobId(headers, record.value().jobId());
    context.forward(record.withValue(record.value().bytes()).withHeaders(headers));
  }
}
