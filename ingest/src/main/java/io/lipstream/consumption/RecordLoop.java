package io.lipstream.consumption;

import io.lipstream.connection.KafkaConnection;
import io.lipstream.topic.Topic;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the committed records of a topic to a handler, each at least once, those of a partition in
 * order; instances of a group share the partitions. Offsets are committed when all that the handler
 * wants produced is on the broker. A failure of Kafka's client ends that client, not the loop. Runs
 * on a thread of its own; close from any other.
 */
public final class RecordLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RecordLoop.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
  private static final Duration LONGEST_CLOSE = Duration.ofSeconds(10);
  private static final String RECORDS_AT_ONCE = "50";
  private static final String LONGEST_BATCH_MS = "600000";

  private final String group;
  private final Topic topic;
  private final KafkaConnection connection;
  private final RecordHandler handler;
  private final Duration patience;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;
  private volatile KafkaConsumer<byte[], byte[]> consumer;

  private RecordLoop(
      String group,
      Topic topic,
      KafkaConnection connection,
      RecordHandler handler,
      Duration patience) {
    this.group = group;
    this.topic = topic;
    this.connection = connection;
    this.handler = handler;
    this.patience = patience;
    this.thread = new Thread(this::run, group);
  }

  /**
   * Starts a loop.
   *
   * @param group consumer group, which is also the name of the thread
   * @param patience age of a record from which on a failure that might pass is taken as final
   */
  public static RecordLoop start(
      String group,
      Topic topic,
      KafkaConnection connection,
      RecordHandler handler,
      Duration patience) {
    RecordLoop loop = new RecordLoop(group, topic, connection, handler, patience);
    loop.thread.start();
    return loop;
  }

  private void run() {
    while (!closed()) {
      try (KafkaProducer<byte[], byte[]> producer = RecordClients.producer(connection);
          KafkaConsumer<byte[], byte[]> opened = consumer()) {
        consumer = opened;
        opened.subscribe(List.of(topic.topicName()));
        PartitionWork work =
            new PartitionWork(opened, producer, handler, patience, Clock.systemUTC());
        while (!closed()) {
          work.on(opened.poll(POLL));
        }
      } catch (WakeupException e) {
        LOG.debug("{}: woken to close", group);
      } catch (RuntimeException e) {
        LOG.error("{}: a client of {} failed and is opened anew", group, topic.topicName(), e);
        pause();
      } finally {
        consumer = null;
      }
    }
  }

  private boolean closed() {
    return closing.getCount() == 0;
  }

  private void pause() {
    try {
      closing.await(PAUSE_AFTER_FAILURE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    return RecordClients.consumer(
        connection,
        group,
        Map.of(
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
            RECORDS_AT_ONCE,
            ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG,
            LONGEST_BATCH_MS));
  }

  /** Ends the loop after the record that it is at; what was not committed comes again. */
  @Override
  public void close() {
    closing.countDown();
    KafkaConsumer<byte[], byte[]> opened = consumer;
    if (opened != null) {
      opened.wakeup();
    }
    try {
      thread.join(LONGEST_CLOSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
