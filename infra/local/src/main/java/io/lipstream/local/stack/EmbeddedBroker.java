package io.lipstream.local.stack;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.utils.Time;

/**
 * A real Kafka broker in KRaft mode inside this process: one node that is broker and controller,
 * listening on loopback only. Its log folder is formatted the first time and kept from then on.
 * Internal topics are made with one partition and one replica, so that the first transaction and
 * the first consumer group do not wait for fifty. Start and close from one thread.
 */
final class EmbeddedBroker implements AutoCloseable {
  private static final int NODE = 1;
  private static final String CLUSTER = "bGlwc3RyZWFtLWxvY2FsMA";

  private final KafkaRaftServer server;
  private final String bootstrapServers;

  private EmbeddedBroker(KafkaRaftServer server, String bootstrapServers) {
    this.server = server;
    this.bootstrapServers = bootstrapServers;
  }

  /** Starts a broker; it takes requests when this returns. */
  static EmbeddedBroker start(Path folder, int port, int controllerPort) {
    Map<String, String> configuration = configuration(folder.resolve("log"), port, controllerPort);
    format(folder, configuration);
    KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(configuration), Time.SYSTEM);
    server.startup();
    return new EmbeddedBroker(server, Loopback.HOST + ":" + port);
  }

  String bootstrapServers() {
    return bootstrapServers;
  }

  private static Map<String, String> configuration(Path log, int port, int controllerPort) {
    Map<String, String> configuration = new LinkedHashMap<>();
    configuration.put("process.roles", "broker,controller");
    configuration.put("node.id", Integer.toString(NODE));
    configuration.put("log.dirs", log.toString());
    configuration.put(
        "listeners",
        "PLAINTEXT://%1$s:%2$d,CONTROLLER://%1$s:%3$d"
            .formatted(Loopback.HOST, port, controllerPort));
    configuration.put("advertised.listeners", "PLAINTEXT://%s:%d".formatted(Loopback.HOST, port));
    configuration.put("controller.listener.names", "CONTROLLER");
    configuration.put(
        "controller.quorum.voters", "%d@%s:%d".formatted(NODE, Loopback.HOST, controllerPort));
    configuration.put("auto.create.topics.enable", "false");
    configuration.put("group.initial.rebalance.delay.ms", "0");
    configuration.put("offsets.topic.num.partitions", "1");
    configuration.put("offsets.topic.replication.factor", "1");
    configuration.put("transaction.state.log.num.partitions", "1");
    configuration.put("transaction.state.log.replication.factor", "1");
    configuration.put("transaction.state.log.min.isr", "1");
    configuration.put("share.coordinator.state.topic.num.partitions", "1");
    configuration.put("share.coordinator.state.topic.replication.factor", "1");
    configuration.put("share.coordinator.state.topic.min.isr", "1");
    configuration.put("log.segment.bytes", Integer.toString(64 << 20));
    configuration.put("log.index.size.max.bytes", Integer.toString(1 << 20));
    configuration.put("log.cleaner.dedupe.buffer.size", Integer.toString(8 << 20));
    configuration.put("num.network.threads", "2");
    configuration.put("num.io.threads", "4");
    return configuration;
  }

  private static void format(Path folder, Map<String, String> configuration) {
    Path file = folder.resolve("server.properties");
    try {
      Files.createDirectories(folder);
      Properties properties = new Properties();
      properties.putAll(configuration);
      try (var out = Files.newOutputStream(file)) {
        properties.store(out, null);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int status =
        StorageTool.execute(
            new String[] {
              "format", "--ignore-formatted", "--cluster-id", CLUSTER, "--config", file.toString()
            },
            new PrintStream(said, true, StandardCharsets.UTF_8));
    if (status != 0) {
      throw new LipstreamException(
          ErrorCode.INTERNAL,
          "the broker's folder %s cannot be formatted: %s"
              .formatted(folder, said.toString(StandardCharsets.UTF_8).strip()));
    }
  }

  @Override
  public void close() {
    server.shutdown();
    server.awaitShutdown();
  }
}
