package io.lipstream.bench.admission;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * What admission cannot do without: of each record a row in a store with a changelog, a job and a
 * progress event, as large as admission's, but nothing read, judged, hashed, encoded or logged. For
 * one stream thread.
 */
final class Thoughtless implements Processor<byte[], byte[], byte[], byte[]> {
  static final String PROGRESS = ".progress";
  private static final String ROWS = "rows";

  private final byte[] row;
  private final byte[] job;
  private final byte[] progress;
  private ProcessorContext<byte[], byte[]> context;
  private KeyValueStore<byte[], byte[]> rows;

  private Thoughtless(Written sizes) {
    row = new byte[sizes.row()];
    job = new byte[sizes.job()];
    progress = new byte[sizes.progress()];
  }

  static Topology topology(String in, String out, Written sizes) {
    return new Topology()
        .addSource("in", in)
        .addProcessor("storing", () -> new Thoughtless(sizes), "in")
        .addStateStore(
            Stores.keyValueStoreBuilder(
                Stores.persistentKeyValueStore(ROWS), Serdes.ByteArray(), Serdes.ByteArray()),
            "storing")
        .addSink("job", out, "storing")
        .addSink("progress", out + PROGRESS, "storing");
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> processorContext) {
    context = processorContext;
    rows = processorContext.getStateStore(ROWS);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    rows.put(record.key(), row);
    context.forward(record.withValue(job), "job");
    context.forward(record.withValue(progress), "progress");
  }
}
