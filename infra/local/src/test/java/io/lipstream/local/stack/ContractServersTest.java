package io.lipstream.local.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Control;
import io.lipstream.event.JobState;
import io.lipstream.event.Lane;
import io.lipstream.registry.EventDeserializer;
import io.lipstream.registry.EventSerializer;
import io.lipstream.registry.SchemaRegistration;
import io.lipstream.topic.Topic;
import io.lipstream.topic.TopicCreation;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What topics and schemas promise, held against a real broker and a real registry. */
final class ContractServersTest {
  private static final Control EVENT =
      Control.newBuilder()
          .setJobId("j")
          .setReason(JobState.CANCELLED)
          .setIssuedAt(Instant.EPOCH)
          .build();

  private static final String FOREIGN_SCHEMA =
      """
      {"schema": "{\\"type\\":\\"record\\",\\"name\\":\\"Request\\",\
      \\"namespace\\":\\"io.lipstream.event\\",\
      \\"fields\\":[{\\"name\\":\\"request_id\\",\\"type\\":\\"long\\"}]}"}
      """;

  @Test
  void existingTopicsAreComparedAndNeverAltered(@TempDir Path folder) throws Exception {
    List<Integer> ports = Loopback.ports(List.of(0, 0));
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder, ports.get(0), ports.get(1));
        Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      TopicCreation.ensure(admin, (short) 1);
      assertThatCode(() -> TopicCreation.ensure(admin, (short) 1)).doesNotThrowAnyException();

      String jobs = Topic.jobs(Lane.BULK).topicName();
      ConfigResource progress =
          new ConfigResource(ConfigResource.Type.TOPIC, Topic.PROGRESS.topicName());
      admin.createPartitions(Map.of(jobs, NewPartitions.increaseTo(13))).all().get();
      admin
          .incrementalAlterConfigs(
              Map.of(
                  progress,
                  List.of(
                      new AlterConfigOp(
                          new ConfigEntry("cleanup.policy", "delete"), AlterConfigOp.OpType.SET))))
          .all()
          .get();
      awaitCleanupPolicy(admin, progress, "delete");

      assertThatThrownBy(() -> TopicCreation.ensure(admin, (short) 1))
          .isInstanceOfSatisfying(
              LipstreamException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID))
          .hasMessageContaining("lipstream.jobs.bulk has 13 partitions, expected 12")
          .hasMessageContaining(
              "lipstream.progress has cleanup.policy=delete, expected compact,delete");
    }
  }

  @Test
  void aSchemaIsRegisteredExplicitlyOrRefused(@TempDir Path folder) throws Exception {
    int port = Loopback.ports(List.of(0)).get(0);
    try (EmbeddedRegistry registry =
        EmbeddedRegistry.start(folder.resolve("registry"), folder.resolve("log"), port)) {
      String topic = Topic.CONTROL.topicName();
      assertThatThrownBy(
              () -> new EventSerializer<>(registry.url(), Control.class).serialize(topic, EVENT))
          .isInstanceOfSatisfying(
              LipstreamException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID))
          .hasMessageContaining("not registered for subject 'lipstream.control-value'");

      String foreign = registry.url() + "/subjects/" + Topic.REQUESTS.valueSubject();
      send("POST", foreign + "/versions", FOREIGN_SCHEMA);
      assertThatThrownBy(() -> SchemaRegistration.register(registry.url()))
          .isInstanceOfSatisfying(
              LipstreamException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID))
          .hasMessageContaining(Topic.REQUESTS.valueSubject());
      send("DELETE", foreign, "");

      SchemaRegistration.register(registry.url());
      assertThatCode(() -> SchemaRegistration.register(registry.url())).doesNotThrowAnyException();
      byte[] bytes = new EventSerializer<>(registry.url(), Control.class).serialize(topic, EVENT);
      EventDeserializer<Control> deserializer =
          new EventDeserializer<>(registry.url(), Control.class);
      assertThat(deserializer.deserialize(topic, bytes)).isEqualTo(EVENT);

      ByteBuffer.wrap(bytes).putInt(1, 987_654);
      assertThatThrownBy(() -> deserializer.deserialize(topic, bytes))
          .isInstanceOfSatisfying(
              LipstreamException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.UNREADABLE_RECORD));
    }
  }

  /** The controller says yes before the broker that is asked next has heard of it. */
  private static void awaitCleanupPolicy(Admin admin, ConfigResource topic, String policy)
      throws Exception {
    long limit = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!admin
        .describeConfigs(List.of(topic))
        .all()
        .get()
        .get(topic)
        .get("cleanup.policy")
        .value()
        .equals(policy)) {
      assertThat(System.nanoTime()).as("the change never arrived").isLessThan(limit);
      Thread.sleep(20);
    }
  }

  private static void send(String method, String url, String body)
      throws IOException, InterruptedException {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(url))
                    .header("Content-Type", "application/vnd.schemaregistry.v1+json")
                    .method(method, HttpRequest.BodyPublishers.ofString(body))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }
}
