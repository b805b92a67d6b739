package io.lipstream.consumption;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works on what one poll brought. A record that fails for a cause that may pass stops its own
 * partition for a while, which grows with each failure; the others go on. Offsets are committed
 * after everything was produced. For the consumer's thread.
 */
final class PartitionWork {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionWork.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final Consumer<byte[], byte[]> consumer;
  private final Producer<byte[], byte[]> producer;
  private final RecordHandler handler;
  private final Duration patience;
  private final Clock clock;
  private final Map<TopicPartition, Pause> pauses = new HashMap<>();

  PartitionWork(
      Consumer<byte[], byte[]> consumer,
      Producer<byte[], byte[]> producer,
      RecordHandler handler,
      Duration patience,
      Clock clock) {
    this.consumer = consumer;
    this.producer = producer;
    this.handler = handler;
    this.patience = patience;
    this.clock = clock;
  }

  void on(ConsumerRecords<byte[], byte[]> records) {
    Map<TopicPartition, OffsetAndMetadata> done = new HashMap<>();
    List<Future<RecordMetadata>> produced = new ArrayList<>();
    for (TopicPartition partition : records.partitions()) {
      for (ConsumerRecord<byte[], byte[]> record : records.records(partition)) {
        if (!worked(record, produced)) {
          tryAgainLater(partition, record.offset());
          break;
        }
        pauses.remove(partition);
        done.put(partition, new OffsetAndMetadata(record.offset() + 1));
      }
    }
    awaitAll(produced);
    commit(done);
    resumeDue();
  }

  private boolean worked(
      ConsumerRecord<byte[], byte[]> record, List<Future<RecordMetadata>> produced) {
    try {
      handler.handle(record).forEach(result -> produced.add(producer.send(result)));
      return true;
    } catch (KafkaException e) {
      throw e;
    } catch (RuntimeException e) {
      LipstreamException coded = LipstreamException.of(e);
      if (RecordHandler.PASSING.contains(coded.code()) && !old(record)) {
        LOG.warn(
            "{}-{} offset {} is tried again later: {}",
            record.topic(),
            record.partition(),
            record.offset(),
            coded.getMessage());
        return false;
      }
      LOG.warn(
          "{}-{} offset {} goes to the dead letters: {}",
          record.topic(),
          record.partition(),
          record.offset(),
          coded.getMessage(),
          coded.code() == ErrorCode.INTERNAL ? coded : null);
      produced.add(producer.send(DeadLetterRecord.of(record, coded)));
      return true;
    }
  }

  private boolean old(ConsumerRecord<byte[], byte[]> record) {
    return record.timestamp() < clock.millis() - patience.toMillis();
  }

  private void tryAgainLater(TopicPartition partition, long offset) {
    Pause before = pauses.get(partition);
    Duration length =
        before == null || before.offset() != offset ? FIRST_PAUSE : before.length().multipliedBy(2);
    Duration bounded = length.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : length;
    pauses.put(partition, new Pause(offset, bounded, clock.millis() + bounded.toMillis()));
    consumer.seek(partition, offset);
    consumer.pause(List.of(partition));
  }

  private void resumeDue() {
    pauses.keySet().retainAll(consumer.assignment());
    long now = clock.millis();
    consumer.resume(
        consumer.paused().stream()
            .filter(
                partition -> !pauses.containsKey(partition) || pauses.get(partition).until() <= now)
            .toList());
  }

  /** A record that could not be produced ends the client, so that all comes again. */
  private static void awaitAll(List<Future<RecordMetadata>> produced) {
    try {
      for (Future<RecordMetadata> one : produced) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new KafkaException("a record was not taken", e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private void commit(Map<TopicPartition, OffsetAndMetadata> done) {
    if (done.isEmpty()) {
      return;
    }
    try {
      consumer.commitSync(done);
    } catch (CommitFailedException | RebalanceInProgressException e) {
      LOG.info("partitions have moved; what was done of them may be done again");
    }
  }

  /**
   * A partition that waits.
   *
   * @param offset of the record that failed
   * @param until milliseconds since 1970 UTC
   */
  private record Pause(long offset, Duration length, long until) {}
}
