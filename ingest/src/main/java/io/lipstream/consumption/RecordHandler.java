package io.lipstream.consumption;

import io.lipstream.error.LipstreamException;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** What is done about one record; called by one thread, for the same record perhaps again. */
@FunctionalInterface
public interface RecordHandler {
  /**
   * Does what the record asks for.
   *
   * @return records to be produced before the record counts as done
   * @throws LipstreamException STORAGE_UNAVAILABLE or REGISTRY_UNAVAILABLE if the record is to be
   *     tried again later; with any other code it becomes a dead letter
   */
  List<ProducerRecord<byte[], byte[]>> handle(ConsumerRecord<byte[], byte[]> record);
}
