package io.lipstream.ingest;

import io.lipstream.cloudevent.CloudEvent;
import io.lipstream.cloudevent.CompletionJson;
import io.lipstream.event.Completion;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;

/** Writes completions as JSON. For one stream thread. */
final class JsonEvents implements FixedKeyProcessor<String, Completion, byte[]> {
  private FixedKeyProcessorContext<String, byte[]> context;

  @Override
  public void init(FixedKeyProcessorContext<String, byte[]> processorContext) {
    context = processorContext;
  }

  @Override
  public void process(FixedKeyRecord<String, Completion> record) {
    context.forward(
        record
            .withValue(CompletionJson.of(record.value()))
            .withHeaders(CloudEvent.headersOfJson(record.value())));
  }
}
