package io.lipstream.ingest;

import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;

/** Keeps what tasks say of their load. For the global stream thread. */
final class LoadKeeping implements Processor<String, byte[], Void, Void> {
  private KeyValueStore<String, byte[]> loads;

  @Override
  public void init(ProcessorContext<Void, Void> context) {
    loads = context.getStateStore(LedgerProcessor.ALL_LOADS);
  }

  @Override
  public void process(Record<String, byte[]> record) {
    loads.put(record.key(), record.value());
  }
}
