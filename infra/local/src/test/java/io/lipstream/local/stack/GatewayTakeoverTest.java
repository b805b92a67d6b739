package io.lipstream.local.stack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lipstream.registry.SchemaRegistration;
import io.lipstream.topic.TopicCreation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two ingest processes on a real broker, each with its gateway: a task that one has taken is known
 * to the other at once, and stays known when the one that owns it is killed.
 */
@Timeout(240)
final class GatewayTakeoverTest {
  private static final int TASKS = 40;
  private static final long LIMIT_SECONDS = 90;

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<Process> instances = new ArrayList<>();
  private EmbeddedBroker broker;
  private EmbeddedRegistry registry;
  private List<Integer> ports;

  @BeforeEach
  void start() throws IOException {
    ports = Loopback.ports(List.of(0, 0, 0, 0, 0));
    broker = EmbeddedBroker.start(folder.resolve("kafka"), ports.get(0), ports.get(1));
    registry =
        EmbeddedRegistry.start(
            folder.resolve("registry"), folder.resolve("registry.log"), ports.get(2));
    String address = new StackPorts(0, 0, ports.get(2), 0, 0, 0, 0).addresses().registry();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      TopicCreation.ensure(admin, (short) 1);
    }
    SchemaRegistration.register(address);
    instances.add(instance("first", address, ports.get(3)));
    instances.add(instance("second", address, ports.get(4)));
  }

  @AfterEach
  void end() throws InterruptedException {
    for (Process instance : instances) {
      instance.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }
    registry.close();
    broker.close();
  }

  @Test
  void aTaskIsKnownOnEveryInstanceAndOutlivesItsOwner() throws Exception {
    await("both are ready", () -> status(3, "/readyz") == 200 && status(4, "/readyz") == 200);
    await("the list is whole", () -> status(3, "/tasks") == 200 && status(4, "/tasks") == 200);
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      HttpResponse<byte[]> sent = post(3 + i % 2, "task " + i);
      assertThat(sent.statusCode()).isEqualTo(202);
      String path = sent.headers().firstValue("Location").orElseThrow();
      for (int port : List.of(3, 4)) {
        assertThat(state(get(port, path))).as("seen at once").isIn("QUEUED", "SUBMITTED");
      }
      paths.add(path);
    }
    for (int port : List.of(3, 4)) {
      for (String path : paths) {
        await("decided", () -> state(get(port, path)).equals("QUEUED"));
      }
      assertThat(json(get(port, "/tasks?limit=200")).get("tasks")).hasSize(TASKS);
    }
    assertThat(post(4, "task 0", "15").statusCode())
        .as("other content, any instance")
        .isEqualTo(409);

    instances.get(0).destroyForcibly().waitFor();
    List<Integer> atOnce = new ArrayList<>();
    for (String path : paths) {
      HttpResponse<byte[]> answer = get(4, path);
      atOnce.add(answer.statusCode());
      if (answer.statusCode() == 503) {
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
      }
    }
    assertThat(atOnce).allMatch(status -> status == 200 || status == 503);
    for (String path : paths) {
      await(
          path + " again",
          () -> {
            HttpResponse<byte[]> answer = get(4, path);
            assertThat(answer.statusCode()).isIn(200, 503);
            return answer.statusCode() == 200 && state(answer).equals("QUEUED");
          });
    }
    await("the list again", () -> status(4, "/tasks") == 200);
    assertThat(json(get(4, "/tasks?limit=200")).get("tasks")).hasSize(TASKS);
  }

  private Process instance(String name, String registryAddress, int port) throws IOException {
    return IngestProcess.start(
        folder,
        name,
        broker.bootstrapServers(),
        registryAddress,
        "s3.endpoint=http://127.0.0.1:1",
        "s3.access-key=none",
        "s3.secret-key=none",
        "http.internal-secret=between us",
        "http.port=" + port);
  }

  private HttpResponse<byte[]> post(int port, String key) {
    return post(port, key, "12");
  }

  private HttpResponse<byte[]> post(int port, String key, String fps) {
    String body =
        """
        {"image_uri": "s3://lipstream-assets/a.png", "audio_uri": "s3://lipstream-assets/a.wav",
         "fps": %s}
        """
            .formatted(fps);
    return send(
        HttpRequest.newBuilder(uri(port, "/generate"))
            .header("Idempotency-Key", key)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  private HttpResponse<byte[]> get(int port, String path) {
    return send(HttpRequest.newBuilder(uri(port, path)));
  }

  private HttpResponse<byte[]> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private URI uri(int port, String path) {
    return URI.create("http://127.0.0.1:" + ports.get(port) + path);
  }

  private int status(int port, String path) {
    try {
      return get(port, path).statusCode();
    } catch (UncheckedIOException e) {
      return 0;
    }
  }

  private static String state(HttpResponse<byte[]> answer) {
    JsonNode state = json(answer).get("state");
    assertThat(state).as(new String(answer.body(), UTF_8)).isNotNull();
    return state.textValue();
  }

  private static JsonNode json(HttpResponse<byte[]> answer) {
    try {
      return new ObjectMapper().readTree(answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(limit);
      Thread.sleep(20);
    }
  }
}
