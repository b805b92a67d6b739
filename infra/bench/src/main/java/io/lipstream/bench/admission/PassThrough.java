package io.lipstream.bench.admission;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;

/**
 * The least that Kafka Streams can do with a record: take it from one topic and put it to another.
 */
final class PassThrough implements AutoCloseable {
  static final String IN = "bench.in";
  static final String OUT = "bench.out";
  private static final int PARTITIONS = 12;
  private static final int COMMIT_MS = 100;

  private final KafkaStreams streams;

  private PassThrough(KafkaStreams streams) {
    this.streams = streams;
  }

  static PassThrough start(String bootstrapServers, Path state, int threads) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      admin
          .createTopics(
              List.of(
                  new NewTopic(IN, PARTITIONS, (short) 1),
                  new NewTopic(OUT, PARTITIONS, (short) 1)))
          .all()
          .get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException("topics of the pass-through", e);
    }
    StreamsBuilder builder = new StreamsBuilder();
    builder.stream(IN, Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
        .to(OUT, Produced.with(Serdes.ByteArray(), Serdes.ByteArray()));
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "bench-pass-through");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    properties.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
    properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_MS);
    properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads);
    KafkaStreams streams = new KafkaStreams(builder.build(), properties);
    CompletableFuture<Void> running = new CompletableFuture<>();
    streams.setStateListener(
        (now, before) -> {
          if (now == KafkaStreams.State.RUNNING) {
            running.complete(null);
          }
        });
    streams.start();
    running.join();
    return new PassThrough(streams);
  }

  @Override
  public void close() {
    streams.close(Duration.ofSeconds(10));
  }
}
