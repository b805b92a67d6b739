package io.lipstream.local.endtoend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lipstream.event.Outcome;
import io.lipstream.inspection.VideoInspection;
import io.lipstream.local.stack.LocalStack;
import io.lipstream.registry.EventDeserializer;
import io.lipstream.storage.Digest;
import io.lipstream.storage.ListedObject;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectStore;
import io.lipstream.topic.Topic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** From a form over HTTP to the bytes of the video behind its link, every server real. */
@Timeout(300)
final class GatewayTest {
  private static final Path PORTRAIT = Path.of("src/main/resources/samples/astronaut.png");
  private static final Path VOICE = Path.of("src/main/resources/samples/austen-0880.wav");
  private static final String BOUNDARY = "----d74496d66958873e";

  private static final String SECRET = "a secret of the test";
  private static final BlockingQueue<Call> CALLS = new LinkedBlockingQueue<>();

  @TempDir static Path folder;
  private static PipelineUnderTest pipeline;
  private static String base;
  private static HttpServer receiver;

  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeAll
  static void start() throws IOException {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext("/", GatewayTest::receive);
    receiver.start();
    pipeline =
        PipelineUnderTest.start(
            folder,
            Map.of(
                "webhook.private-hosts",
                "127.0.0.1:" + receiver.getAddress().getPort(),
                "webhook.secret",
                SECRET));
    base = pipeline.stack().addresses().http();
  }

  @AfterAll
  static void close() {
    pipeline.close();
    receiver.stop(0);
  }

  private static void receive(HttpExchange call) throws IOException {
    byte[] body = call.getRequestBody().readAllBytes();
    CALLS.add(
        new Call(
            call.getRequestHeaders().getFirst("Lipstream-Timestamp"),
            call.getRequestHeaders().getFirst("Lipstream-Signature"),
            body));
    call.sendResponseHeaders(204, -1);
    call.close();
  }

  private record Call(String timestamp, String signature, byte[] body) {}

  @Test
  void aFormBecomesAVideoBehindALink() throws Exception {
    HttpResponse<byte[]> answer = form("/generate?wait=120", "first", "12");

    assertThat(answer.statusCode()).isEqualTo(200);
    JsonNode task = json(answer);
    HttpResponse<byte[]> video =
        client.send(
            HttpRequest.newBuilder(URI.create(task.get("video_url").textValue())).build(),
            BodyHandlers.ofByteArray());
    assertThat(video.statusCode()).isEqualTo(200);
    assertThat(Digest.of(video.body())).isEqualTo(task.at("/video/sha256").textValue());
    Path file = Files.write(folder.resolve("video.mp4"), video.body());
    assertThat(VideoInspection.of(file).video().framesPerSecond()).isEqualTo(12);

    String path = "/tasks/" + task.get("task_id").textValue();
    assertThat(json(call("GET", path)).get("state").textValue()).isEqualTo("COMPLETED");
    assertThat(new String(call("GET", path + "/events").body(), UTF_8)).contains("event: end");
    assertThat(json(form("/generate", "first", "12")).get("task_id"))
        .isEqualTo(task.get("task_id"));
    assertThat(form("/generate", "first", "15").statusCode()).isEqualTo(409);
    assertThat(json(call("GET", "/tasks?state=COMPLETED")).get("tasks").findValuesAsText("task_id"))
        .contains(task.get("task_id").textValue());
  }

  @Test
  void aTaskIsKnownAtOnceAndCancelled() throws Exception {
    HttpResponse<byte[]> answer = form("/generate", "second", "60");
    assertThat(answer.statusCode()).isEqualTo(202);
    String path = answer.headers().firstValue("Location").orElseThrow();
    assertThat(call("GET", path).statusCode()).isEqualTo(200);

    HttpResponse<byte[]> cancelled = call("DELETE", path);

    assertThat(cancelled.statusCode()).isIn(200, 202);
    assertThat(json(call("GET", path + "?wait=20")).get("state").textValue())
        .isEqualTo("CANCELLED");
    assertThat(call("GET", "/tasks/" + "0".repeat(32)).statusCode()).isEqualTo(404);
    assertThat(call("GET", "/readyz").statusCode()).isEqualTo(200);
    assertThat(new String(call("GET", "/metrics").body(), UTF_8))
        .contains("kafka_stream_", "lipstream_http_request_seconds_count");
  }

  @Test
  void whatIsLeftOfACancelledTaskIsNotRendered() throws Exception {
    Path minute = Recording.read(VOICE).repeatedTo(60).write(folder.resolve("minute.wav"));
    HttpResponse<byte[]> answer = form("/generate", "minute", "60", "", minute);
    assertThat(answer.statusCode()).isEqualTo(202);
    String path = answer.headers().firstValue("Location").orElseThrow();
    while (!json(call("GET", path)).get("state").textValue().equals("RENDERING")) {
      Thread.sleep(50);
    }

    assertThat(call("DELETE", path).statusCode()).isIn(200, 202);

    assertThat(json(call("GET", path + "?wait=20")).get("state").textValue())
        .isEqualTo("CANCELLED");
    assertThat(failuresInTheDataPlane(path.substring(path.lastIndexOf('/') + 1)))
        .as("work dropped on the ledger's advice")
        .contains("CANCELLED");
  }

  private static List<String> failuresInTheDataPlane(String jobId) {
    EventDeserializer<Outcome> outcomes =
        new EventDeserializer<>(pipeline.connection().registryUrl(), Outcome.class);
    return TopicValues.of(pipeline.connection(), Topic.OUTCOMES).stream()
        .map(value -> outcomes.deserialize(Topic.OUTCOMES.topicName(), value))
        .filter(outcome -> outcome.getJobId().equals(jobId) && outcome.getError() != null)
        .map(outcome -> outcome.getError().getCode())
        .toList();
  }

  @Test
  void theEndIsCalledOutAndWhatIsPurgedLeavesNothing() throws Exception {
    String callback = "http://127.0.0.1:%d/done".formatted(receiver.getAddress().getPort());
    HttpResponse<byte[]> answer = form("/generate?wait=120", "third", "10", callback);
    assertThat(answer.statusCode()).isEqualTo(200);
    JsonNode task = json(answer);
    String id = task.get("task_id").textValue();

    Call call = CALLS.poll(60, TimeUnit.SECONDS);
    assertThat(call).as("the webhook").isNotNull();
    JsonNode event = new ObjectMapper().readTree(call.body());
    assertThat(event.get("job_id").textValue()).isEqualTo(id);
    assertThat(event.get("state").textValue()).isEqualTo("COMPLETED");
    assertThat(event.at("/video/sha256")).isEqualTo(task.at("/video/sha256"));
    assertThat(call.signature()).isEqualTo(signature(call));

    try (ObjectStore store = pipeline.store()) {
      String tenant = task.get("tenant").textValue();
      ObjectAddress video =
          new ObjectAddress(
              task.at("/video/bucket").textValue(), task.at("/video/key").textValue());
      ObjectAddress uploads =
          new ObjectAddress(LocalStack.ASSET_BUCKET, "uploads/%s/%s/".formatted(tenant, id));
      ObjectAddress pieces =
          new ObjectAddress(
              pipeline.stack().settings().get("s3.work-bucket"), "work/%s/".formatted(id));
      assertThat(count(store, uploads)).isEqualTo(2);
      assertThat(count(store, pieces)).isPositive();
      assertThat(store.find(video)).isPresent();

      assertThat(call("DELETE", "/tasks/" + id + "?purge=true").statusCode()).isEqualTo(202);

      pipeline.await(
          "everything of the job gone",
          () ->
              store.find(video).isEmpty()
                  && count(store, uploads) == 0
                  && count(store, pieces) == 0);
    }
    HttpResponse<byte[]> after = call("GET", "/tasks/" + id);
    assertThat(after.statusCode()).isEqualTo(404);
    assertThat(json(after).get("code").textValue()).isEqualTo("JOB_NOT_FOUND");
    assertThat(CALLS).as("the end is told once").isEmpty();
  }

  private static long count(ObjectStore store, ObjectAddress folder) {
    try (Stream<ListedObject> objects = store.list(folder)) {
      return objects.count();
    }
  }

  private static String signature(Call call) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA256"));
    mac.update((call.timestamp() + ".").getBytes(UTF_8));
    return HexFormat.of().formatHex(mac.doFinal(call.body()));
  }

  private HttpResponse<byte[]> call(String method, String path) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(base + path))
            .method(method, BodyPublishers.noBody())
            .build(),
        BodyHandlers.ofByteArray());
  }

  private HttpResponse<byte[]> form(String path, String key, String fps) throws Exception {
    return form(path, key, fps, "");
  }

  private HttpResponse<byte[]> form(String path, String key, String fps, String callback)
      throws Exception {
    return form(path, key, fps, callback, VOICE);
  }

  /** A form with the sample's portrait; no callback for an empty one. */
  private HttpResponse<byte[]> form(
      String path, String key, String fps, String callback, Path voice) throws Exception {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    if (!callback.isEmpty()) {
      part(body, "name=\"callback_url\"", callback.getBytes(UTF_8));
    }
    part(body, "name=\"fps\"", fps.getBytes(UTF_8));
    part(body, "name=\"image\"; filename=\"me.png\"", Files.readAllBytes(PORTRAIT));
    part(body, "name=\"audio\"; filename=\"me.wav\"", Files.readAllBytes(voice));
    body.writeBytes("--%s--\r\n".formatted(BOUNDARY).getBytes(UTF_8));
    return client.send(
        HttpRequest.newBuilder(URI.create(base + path))
            .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofByteArray(body.toByteArray()))
            .build(),
        BodyHandlers.ofByteArray());
  }

  private static void part(ByteArrayOutputStream body, String disposition, byte[] content) {
    body.writeBytes(
        "--%s\r\nContent-Disposition: form-data; %s\r\n\r\n"
            .formatted(BOUNDARY, disposition)
            .getBytes(UTF_8));
    body.writeBytes(content);
    body.writeBytes("\r\n".getBytes(UTF_8));
  }

  private static JsonNode json(HttpResponse<byte[]> answer) throws IOException {
    return new ObjectMapper().readTree(answer.body());
  }
}
