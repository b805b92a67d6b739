package io.lipstream.ingest;

import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Passes each request on under the id of the job that it is marked with. For one stream thread. */
final class ByMarkedJob implements Processor<String, byte[], String, byte[]> {
  private ProcessorContext<String, byte[]> context;

  @Override
  public void init(ProcessorContext<String, byte[]> processorContext) {
    context = processorContext;
  }

  @Override
  public void process(Record<String, byte[]> record) {
    context.forward(record.withKey(RecordMarks.jobId(record.headers())));
  }
}
