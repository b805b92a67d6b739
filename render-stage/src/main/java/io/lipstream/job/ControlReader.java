package io.lipstream.job;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.lipstream.connection.KafkaConnection;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Control;
import io.lipstream.registry.EventDeserializer;
import io.lipstream.stage.EndedJobs;
import io.lipstream.topic.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the ledger's advice which jobs to drop, on one thread a worker process however many
 * stages ask, from an hour before it began. Remembers so many jobs and no more. When Kafka or the
 * registry cannot be reached it tries again every few seconds; until then work is merely not saved.
 */
final class ControlReader implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlReader.class);
  private static final Duration LOOK_BACK = Duration.ofHours(1);
  private static final Duration REMEMBERED = Duration.ofDays(1);
  private static final long MOST_JOBS = 100_000;
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration PAUSE = Duration.ofSeconds(3);
  private static final Map<KafkaConnection, ControlReader> READING = new HashMap<>();

  private final KafkaConnection connection;
  private final Cache<String, Boolean> ended =
      Caffeine.newBuilder().maximumSize(MOST_JOBS).expireAfterWrite(REMEMBERED).build();
  private final Thread thread = new Thread(this, "control");
  private int users;
  private volatile boolean closed;

  private ControlReader(KafkaConnection connection) {
    this.connection = connection;
    thread.setDaemon(true);
  }

  /** Begins to follow, or joins who follows already; the last to close ends it. */
  static EndedJobs open(KafkaConnection connection) {
    synchronized (READING) {
      ControlReader reader = READING.get(connection);
      if (reader == null) {
        reader = new ControlReader(connection);
        READING.put(connection, reader);
        reader.thread.start();
      }
      reader.users++;
      return reader.new View();
    }
  }

  /** One user's view. */
  private final class View implements EndedJobs {
    private boolean left;

    @Override
    public boolean contains(String jobId) {
      return ended.getIfPresent(jobId) != null;
    }

    @Override
    public void close() {
      synchronized (READING) {
        users -= left ? 0 : 1;
        left = true;
        if (users == 0) {
          closed = true;
          thread.interrupt();
          READING.remove(connection, ControlReader.this);
        }
      }
    }
  }

  @Override
  public void run() {
    while (!closed) {
      try {
        follow();
      } catch (InterruptException e) {
        return;
      } catch (KafkaException | LipstreamException e) {
        LOG.warn("control topic not readable, will try again: {}", e.getMessage());
        pause();
      }
    }
  }

  private void follow() {
    Properties properties = connection.clientProperties();
    properties.put("isolation.level", "read_committed");
    properties.put("auto.offset.reset", "latest");
    properties.put("enable.auto.commit", "false");
    properties.put("client.id", "lipstream-control");
    EventDeserializer<Control> deserializer =
        new EventDeserializer<>(connection.registryUrl(), Control.class);
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      start(consumer);
      while (!closed) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          take(deserializer, record);
        }
      }
    }
  }

  private void take(
      EventDeserializer<Control> deserializer, ConsumerRecord<byte[], byte[]> record) {
    if (record.value() == null) {
      return;
    }
    try {
      Control control = deserializer.deserialize(record.topic(), record.value());
      if (ended.asMap().putIfAbsent(control.getJobId(), true) == null) {
        LOG.info("job {} dropped: {}", control.getJobId(), control.getReason());
      }
    } catch (LipstreamException e) {
      if (e.code() != ErrorCode.UNREADABLE_RECORD) {
        throw e;
      }
      LOG.warn("control record at offset {} passed over: {}", record.offset(), e.getMessage());
    }
  }

  private static void start(KafkaConsumer<byte[], byte[]> consumer) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(Topic.CONTROL.topicName()).stream()
            .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
            .toList();
    consumer.assign(partitions);
    long since = System.currentTimeMillis() - LOOK_BACK.toMillis();
    Map<TopicPartition, Long> times = new HashMap<>();
    partitions.forEach(partition -> times.put(partition, since));
    consumer
        .offsetsForTimes(times)
        .forEach(
            (partition, found) -> {
              if (found == null) {
                consumer.seekToEnd(List.of(partition));
              } else {
                consumer.seek(partition, found.offset());
              }
            });
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
