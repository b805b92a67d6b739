package io.lipstream.ingest;

import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;

/** Hands requests to the ledger with what was counted of them. For one stream thread. */
final class RequestsIncoming implements FixedKeyProcessor<String, byte[], Incoming> {
  private FixedKeyProcessorContext<String, Incoming> context;

  @Override
  public void init(FixedKeyProcessorContext<String, Incoming> processorContext) {
    context = processorContext;
  }

  @Override
  public void process(FixedKeyRecord<String, byte[]> record) {
    context.forward(
        record.withValue(
            new Incoming.OfRequest(record.value(), null, RecordMarks.retryAt(record.headers()))));
  }
}
