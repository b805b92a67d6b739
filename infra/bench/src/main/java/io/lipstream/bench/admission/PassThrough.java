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
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;

/**
 * Kafka Streams under admission's guarantee, commit interval and number of threads, with what a
 * benchmark wants done to each record, from one topic to others. Start and close from one thread.
 */
final class PassThrough implements AutoCloseable {
  private static final int PARTITIONS = 12;
  private static final int COMMIT_MS = 100;
  private static final int GROWING = -1;

  private final String name;
  private final KafkaStreams streams;

  private PassThrough(String name, KafkaStreams streams) {
    this.name = name;
    this.streams = streams;
  }

  /**
   * How it is run.
   *
   * @param state folder for the state of all
   */
  record Place(String bootstrapServers, Path state, int threads) {}

  /**
   * The least that Kafka Streams can do with a record: to take it from a topic and put it to
   * another.
   */
  static PassThrough bare(Place place) {
    Topology topology = new Topology();
    topology.addSource("in", "bench.bare.in").addSink("out", "bench.bare.out", "in");
    return start(place, "bare", topology);
  }

  /** Writes and stores as many bytes as admission does, without any thought. */
  static PassThrough thoughtless(Place place, Written sizes) {
    return start(
        place,
        "thoughtless",
        Thoughtless.topology("bench.thoughtless.in", "bench.thoughtless.out", sizes));
  }

  private static PassThrough start(Place place, String name, Topology topology) {
    PassThrough pass = new PassThrough(name, new KafkaStreams(topology, properties(place, name)));
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", place.bootstrapServers()))) {
      admin
          .createTopics(
              List.of(pass.in(), pass.out(), pass.out() + Thoughtless.PROGRESS).stream()
                  .map(topic -> new NewTopic(topic, PARTITIONS, (short) 1))
                  .toList())
          .all()
          .get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException("topics of the pass-through", e);
    }
    CompletableFuture<Void> running = new CompletableFuture<>();
    pass.streams.setStateListener(
        (now, before) -> {
          if (now == KafkaStreams.State.RUNNING) {
            running.complete(null);
          }
        });
    pass.streams.start();
    running.join();
    return pass;
  }

  private static Properties properties(Place place, String name) {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "bench-" + name);
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, place.bootstrapServers());
    properties.put(StreamsConfig.STATE_DIR_CONFIG, place.state().toString());
    properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_MS);
    properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, place.threads());
    properties.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class);
    properties.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class);
    // As admission has it.
    properties.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.RECEIVE_BUFFER_CONFIG), GROWING);
    return properties;
  }

  String in() {
    return "bench." + name + ".in";
  }

  String out() {
    return "bench." + name + ".out";
  }

  @Override
  public void close() {
    streams.close(Duration.ofSeconds(10));
  }
}
