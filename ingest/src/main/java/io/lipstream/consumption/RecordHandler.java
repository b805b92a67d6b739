package io.lipstream.consumption;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** What is done about one record; called by one thread, for the same record perhaps again. */
@FunctionalInterface
public interface RecordHandler {
  /** Failures that may pass. */
  Set<ErrorCode> PASSING = Set.of(ErrorCode.STORAGE_UNAVAILABLE, ErrorCode.REGISTRY_UNAVAILABLE);

  /**
   * Does what the record asks for.
   *
   * @return records to be produced before the record counts as done
   * @throws LipstreamException one of {@link #PASSING} if the record is to be tried again later;
   *     with any other code it becomes a dead letter
   */
  List<ProducerRecord<byte[], byte[]>> handle(ConsumerRecord<byte[], byte[]> record);
}
