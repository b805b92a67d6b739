package io.lipstream.local.stack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lipstream.event.Callback;
import io.lipstream.event.Completion;
import io.lipstream.event.JobState;
import io.lipstream.registry.EventSerializer;
import io.lipstream.settings.Settings;
import io.lipstream.topic.Topic;
import io.lipstream.webhook.WebhookConsumer;
import io.lipstream.webhook.WebhookSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Webhooks from a real broker to a real HTTP server, over restarts. */
@Timeout(180)
final class WebhookOnBrokerTest {
  private static final String SECRET = "shared with the receiver";

  @TempDir static Path folder;
  private static EdgesOnServers servers;

  private final CountDownLatch slow = new CountDownLatch(1);
  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private ExecutorService threads;
  private HttpServer receiver;

  @BeforeAll
  static void startServers() {
    servers = EdgesOnServers.start(folder, "webhook-on-broker");
  }

  @AfterAll
  static void closeServers() {
    servers.close();
  }

  @BeforeEach
  void start() throws IOException {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    threads = Executors.newCachedThreadPool();
    receiver.setExecutor(threads);
    receiver.createContext("/", this::answer);
    receiver.start();
  }

  @AfterEach
  void stop() {
    slow.countDown();
    receiver.stop(0);
    threads.shutdown();
  }

  @Test
  void aReceiverThatFailsTwiceGetsTheEventThoughTheProcessRestartsInBetween() throws Exception {
    owe("restarted", url("/fails-twice"), Duration.ofDays(1));
    WebhookConsumer first = consumer("restarts");
    EdgesOnServers.await("a first call", () -> !calls("restarted").isEmpty());
    first.close();
    assertThat(calls("restarted")).hasSizeLessThan(3);
    try (WebhookConsumer second = consumer("restarts")) {
      EdgesOnServers.await("the event settled", () -> settled("restarted"));
    }
    assertThat(calls("restarted"))
        .hasSize(3)
        .allSatisfy(
            call -> {
              assertThat(call.header("Lipstream-Event-Id")).isEqualTo("restarted");
              assertThat(call.header("Lipstream-Signature"))
                  .isEqualTo(signature(call.header("Lipstream-Timestamp"), call.body()));
              assertThat(new String(call.body(), UTF_8)).contains("\"state\":\"FAILED\"");
            });
    owe("afterwards", url("/takes"), Duration.ofDays(1));
    try (WebhookConsumer third = consumer("restarts")) {
      EdgesOnServers.await("the next event settled", () -> settled("afterwards"));
    }
    assertThat(calls("restarted")).as("what is settled is not sent again").hasSize(3);
  }

  @Test
  void aSlowReceiverHoldsUpNoOther() throws Exception {
    for (int i = 0; i < 20; i++) {
      owe("slow " + i, url("/slow"), Duration.ofDays(1));
    }
    owe("quick", "http://localhost:%d/takes".formatted(port()), Duration.ofDays(1));
    try (WebhookConsumer consumer = consumer("slow")) {
      EdgesOnServers.await("the quick one settled", () -> settled("quick"));
      assertThat(calls.stream().filter(call -> call.path().equals("/slow")).count())
          .isBetween(1L, 4L);
      slow.countDown();
      EdgesOnServers.await("all settled", () -> settled("slow 19"));
    }
  }

  @Test
  void farMoreThanIsHeldInMemoryIsCalledAllTheSame() throws Exception {
    for (int i = 0; i < 36; i++) {
      owe("many " + i, url(i % 10 == 0 ? "/fails-twice" : "/takes"), Duration.ofDays(1));
    }
    try (WebhookConsumer consumer = consumer("many", "webhook.most-held", "12")) {
      EdgesOnServers.await(
          "all called", () -> IntStream.range(0, 36).noneMatch(i -> calls("many " + i).isEmpty()));
      EdgesOnServers.await(
          "all settled",
          () -> {
            Map<String, Boolean> owed = new HashMap<>();
            servers
                .records(Topic.CALLBACKS)
                .forEach(
                    record -> owed.put(new String(record.key(), UTF_8), record.value() != null));
            return IntStream.range(0, 36).noneMatch(i -> owed.get("many " + i));
          });
    }
    for (int i = 0; i < 36; i++) {
      assertThat(calls("many " + i)).as("many " + i).hasSize(i % 10 == 0 ? 3 : 1);
    }
  }

  @Test
  void whatNobodyTakesEndsWithTheDeadLetters() throws Exception {
    owe("refused", url("/never"), Duration.ofMillis(1500));
    owe("private", "http://127.0.0.2:%d/takes".formatted(port()), Duration.ofDays(1));
    servers.produce(Topic.CALLBACKS, "garbage".getBytes(UTF_8), "garbage".getBytes(UTF_8));
    try (WebhookConsumer consumer = consumer("given up")) {
      for (String id : List.of("refused", "private", "garbage")) {
        EdgesOnServers.await(id + " off the log", () -> settled(id));
      }
    }
    assertThat(calls("refused")).hasSizeGreaterThan(1);
    assertThat(calls("private")).isEmpty();
    assertThat(code("refused")).isEqualTo("CALLBACK_FAILED");
    assertThat(code("private")).isEqualTo("CALLBACK_FAILED");
    assertThat(code("garbage")).isEqualTo("UNREADABLE_RECORD");
  }

  private static WebhookConsumer consumer(String group, String... more) {
    Map<String, String> settings =
        new HashMap<>(
            Map.of(
                "webhook.group", group,
                "webhook.first-pause-ms", "400",
                "webhook.longest-pause-ms", "800",
                "webhook.private-hosts", "127.0.0.1,localhost",
                "webhook.secret", SECRET));
    for (int i = 0; i < more.length; i += 2) {
      settings.put(more[i], more[i + 1]);
    }
    return WebhookConsumer.start(
        WebhookSettings.from(Settings.parse(WebhookSettings.SETTINGS, settings)),
        servers.connection());
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      Call call =
          new Call(path, exchange.getRequestHeaders(), exchange.getRequestBody().readAllBytes());
      calls.add(call);
      int status =
          switch (path) {
            case "/fails-twice" -> calls(call.header("Lipstream-Event-Id")).size() < 3 ? 500 : 200;
            case "/never" -> 503;
            default -> 200;
          };
      if (path.equals("/slow")) {
        slow.await();
      }
      exchange.sendResponseHeaders(status, -1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<Call> calls(String eventId) {
    return calls.stream()
        .filter(call -> eventId.equals(call.header("Lipstream-Event-Id")))
        .toList();
  }

  private String url(String path) {
    return "http://127.0.0.1:%d%s".formatted(port(), path);
  }

  private int port() {
    return receiver.getAddress().getPort();
  }

  private static void owe(String eventId, String url, Duration giveUp) throws Exception {
    Completion completion =
        Completion.newBuilder()
            .setEventId(eventId)
            .setJobId("job of " + eventId)
            .setTenant("tenant")
            .setRequestId("request")
            .setState(JobState.FAILED)
            .setAcceptedAt(Instant.EPOCH)
            .setCompletedAt(Instant.EPOCH)
            .build();
    Callback callback =
        Callback.newBuilder()
            .setEventId(eventId)
            .setJobId(completion.getJobId())
            .setTenant(completion.getTenant())
            .setUrl(url)
            .setCompletion(completion.toByteBuffer())
            .setNextAt(Instant.now())
            .setGiveUpAt(Instant.now().plus(giveUp))
            .build();
    try (EventSerializer<Callback> callbacks =
        new EventSerializer<>(servers.connection().registryUrl(), Callback.class)) {
      servers.produce(
          Topic.CALLBACKS,
          eventId.getBytes(UTF_8),
          callbacks.serialize(Topic.CALLBACKS.topicName(), callback));
    }
  }

  /** Whether the newest record of the event is a tombstone. */
  private static boolean settled(String eventId) {
    List<ConsumerRecord<byte[], byte[]>> records = of(Topic.CALLBACKS, eventId);
    return !records.isEmpty() && records.get(records.size() - 1).value() == null;
  }

  private static String code(String eventId) {
    List<ConsumerRecord<byte[], byte[]>> letters = of(Topic.DEAD_LETTERS, eventId);
    assertThat(letters).as(eventId).hasSize(1);
    return new String(letters.get(0).headers().lastHeader("lipstream.error.code").value(), UTF_8);
  }

  private static List<ConsumerRecord<byte[], byte[]>> of(Topic topic, String eventId) {
    return servers.records(topic).stream()
        .filter(record -> eventId.equals(new String(record.key(), UTF_8)))
        .toList();
  }

  private static String signature(String timestamp, byte[] body) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA256"));
    mac.update((timestamp + ".").getBytes(UTF_8));
    return HexFormat.of().formatHex(mac.doFinal(body));
  }

  private record Call(String path, Map<String, List<String>> headers, byte[] body) {
    String header(String name) {
      return headers.entrySet().stream()
          .filter(header -> header.getKey().equalsIgnoreCase(name))
          .map(header -> header.getValue().get(0))
          .findFirst()
          .orElse(null);
    }
  }
}
