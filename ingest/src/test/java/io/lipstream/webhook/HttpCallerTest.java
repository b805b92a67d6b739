package io.lipstream.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls of a real server on loopback, under names that a table resolves. */
@Timeout(60)
final class HttpCallerTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.ofEpochMilli(1_700_000_000_999L), ZoneOffset.UTC);

  @TempDir Path folder;
  private final Map<String, String> headers = new ConcurrentHashMap<>();
  private final AtomicInteger calls = new AtomicInteger();
  private volatile int status = 204;
  private volatile byte[] body;
  private HttpServer server;
  private int port;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          calls.incrementAndGet();
          body = exchange.getRequestBody().readAllBytes();
          exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
          headers.put("path", exchange.getRequestURI().toString());
          exchange.getResponseHeaders().add("Location", "/elsewhere");
          exchange.getResponseHeaders().add("Retry-After", "17");
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
    port = server.getAddress().getPort();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void theReceiverGetsTheEventAndCanTrustIt() throws Exception {
    Answer answer = call("http://receiver.example:%d/a hook?key=ä&x=1".formatted(port));
    assertThat(answer).isEqualTo(new Answer.Status(204, Optional.of(Duration.ofSeconds(17))));
    assertThat(headers)
        .containsEntry("path", "/a%20hook?key=%C3%A4&x=1")
        .containsEntry("Host", "receiver.example:" + port)
        .containsEntry("Content-type", "application/json")
        .containsEntry("Lipstream-event-id", "event")
        .containsEntry("Lipstream-timestamp", "1700000000")
        .containsEntry("Ce-id", "event")
        .containsEntry("Ce-type", "io.lipstream.job.cancelled")
        .containsEntry("Lipstream-signature", Signature.of("common", "1700000000", body));
    assertThat(new ObjectMapper().readTree(body).get("request_id").textValue())
        .isEqualTo("request é");
  }

  @Test
  void theSignatureIsThatOfTheStandard() {
    // printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac 'sésame'
    assertThat(Signature.of("sésame", "1700000000", "{\"a\":1}".getBytes(UTF_8)))
        .isEqualTo("e7326d0d408fe68fa117fbb480a9205271e096728aa8685bbb4e9951d5fb6db9");
  }

  @Test
  void aRedirectIsAnAnswerAndIsNotFollowed() {
    status = 302;
    assertThat(call("http://receiver.example:%d/".formatted(port)))
        .isInstanceOfSatisfying(
            Answer.Status.class, answer -> assertThat(answer.status()).isEqualTo(302));
    assertThat(calls).hasValue(1);
  }

  @Test
  void aPrivateAddressIsNotCalledWhateverItsName() {
    for (String url :
        List.of(
            "http://inside.example:%d/",
            "http://127.0.0.1:%d/",
            "http://[::1]:%d/",
            "http://[::ffff:127.0.0.1]:%d/",
            "http://RECEIVER.example.:%d/",
            "http://169.254.169.254/latest/",
            "file:///etc/passwd",
            "http://user@receiver.example:%d/",
            "no URL")) {
      assertThat(call(url.formatted(port))).as(url).isInstanceOf(Answer.Forbidden.class);
    }
    assertThat(calls).hasValue(0);
  }

  @Test
  void aHostThatIsNotKnownOrNotThereIsTriedAgain() throws IOException {
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }
    assertThat(call("http://nowhere.example/")).isInstanceOf(Answer.Unreachable.class);
    assertThat(call("http://any.receiver.example:%d/secret".formatted(closed)))
        .isInstanceOfSatisfying(
            Answer.Unreachable.class,
            answer -> assertThat(answer.reason()).doesNotContain("secret"));
  }

  @Test
  void aReceiverThatDripsItsAnswerIsCutOff() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread drip = new Thread(() -> drip(socket), "drip");
      drip.start();
      long begin = System.nanoTime();
      assertThat(call("http://any.receiver.example:%d/".formatted(socket.getLocalPort())))
          .isInstanceOf(Answer.Unreachable.class);
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
    }
  }

  @Test
  void aTenantsOwnSecretGoesBeforeTheCommonOneAndIsReadAgain() throws IOException {
    Path file = folder.resolve("secrets.properties");
    Files.writeString(file, "tenant=first\n");
    Secrets secrets = new Secrets(Optional.of("common"), Optional.of(file));
    assertThat(secrets.of("tenant")).contains("first");
    assertThat(secrets.of("other")).contains("common");
    Files.writeString(file, "tenant=second\n");
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(60)));
    assertThat(secrets.of("tenant")).contains("second");
    Files.delete(file);
    assertThat(secrets.of("tenant")).contains("second");
    assertThat(secrets.toString()).doesNotContain("second", "common");
  }

  private static void drip(ServerSocket socket) {
    try (Socket connection = socket.accept();
        OutputStream out = connection.getOutputStream()) {
      out.write("HTTP/1.1 200 OK\r\nX: ".getBytes(UTF_8));
      while (true) {
        out.write('x');
        out.flush();
        Thread.sleep(100);
      }
    } catch (IOException | InterruptedException e) {
      // The caller has hung up.
    }
  }

  private Answer call(String url) {
    WebhookSettings settings =
        new WebhookSettings(
            "group",
            1,
            100,
            Duration.ofSeconds(2),
            Duration.ofSeconds(2),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            List.of("Receiver.example:" + port, "any.receiver.example"),
            new Secrets(Optional.of("common"), Optional.empty()));
    try (HttpCaller caller = new HttpCaller(settings, HttpCallerTest::lookUp, null, CLOCK)) {
      return caller.call(
          new Owed("event", Callbacks.of("event", "tenant", url, 0), new Position(0, 0)));
    }
  }

  private static InetAddress[] lookUp(String host) throws UnknownHostException {
    if (host.equals("nowhere.example")) {
      throw new UnknownHostException(host);
    }
    return host.contains("example")
        ? new InetAddress[] {InetAddress.getLoopbackAddress()}
        : InetAddress.getAllByName(host);
  }
}
