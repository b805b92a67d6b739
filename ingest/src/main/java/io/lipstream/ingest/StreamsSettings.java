package io.lipstream.ingest;

import io.lipstream.connection.KafkaConnection;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;

/**
 * What Kafka Streams is told. Pure but for the connection's properties file. A stream thread looks
 * whether a transaction is due only between two polls, so that a poll that finds nothing must not
 * last longer than the commit interval; a lone request would else wait for both.
 */
final class StreamsSettings {
  /** After a crash nobody takes over before the session of the dead has expired. */
  private static final int SESSION_MS = 10_000;

  private static final long LONGEST_POLL_MS = 100;

  /** For the few stores that are cached. */
  private static final long CACHE_BYTES = 1L << 20;

  /**
   * A task takes what is there and waits for no other partition, for the ledger takes requests,
   * outcomes and commands in any order.
   */
  private static final long WHATEVER_IS_THERE = StreamsConfig.MAX_TASK_IDLE_MS_DISABLED;

  /**
   * What the system gives, which grows with what arrives: in Kafka's 64 KB a fetched megabyte would
   * arrive only while the stream thread polls.
   */
  private static final int GROWING = -1;

  private StreamsSettings() {}

  static Properties of(IngestSettings settings, KafkaConnection connection) {
    Properties properties = connection.clientProperties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, settings.applicationId());
    properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    properties.put(StreamsConfig.STATE_DIR_CONFIG, settings.stateDirectory().toString());
    properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, settings.commitInterval().toMillis());
    properties.put(
        StreamsConfig.POLL_MS_CONFIG,
        Math.min(LONGEST_POLL_MS, settings.commitInterval().toMillis()));
    properties.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, settings.standbyReplicas());
    properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, settings.threads());
    properties.put(
        StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, SharedStoreMemory.class.getName());
    properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, CACHE_BYTES);
    properties.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, WHATEVER_IS_THERE);
    properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
    properties.putIfAbsent(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.RECEIVE_BUFFER_CONFIG), GROWING);
    properties.putIfAbsent(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), SESSION_MS);
    return properties;
  }
}
