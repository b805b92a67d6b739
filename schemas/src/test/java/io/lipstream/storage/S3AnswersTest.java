package io.lipstream.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the store makes of answers that the embedded server never gives, from a scripted one. */
class S3AnswersTest {
  /** A connection that breaks before its answer. */
  private static final int NO_ANSWER = 0;

  private static final ObjectAddress ADDRESS = new ObjectAddress("shelf", "key");
  private final Queue<Integer> answers = new ArrayDeque<>();
  private final List<String> conditions = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private S3ObjectStore store;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    store =
        S3ObjectStore.open(
            new S3Settings(
                "http://127.0.0.1:" + server.getAddress().getPort(),
                "us-east-1",
                "key",
                "secret",
                true,
                "shelf"));
  }

  @AfterEach
  void stop() {
    store.close();
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      conditions.add(exchange.getRequestHeaders().getFirst("If-None-Match"));
      int status = answers.isEmpty() ? 500 : answers.remove();
      if (status == NO_ANSWER) {
        throw new IOException("the connection breaks");
      }
      exchange.sendResponseHeaders(status, -1);
    }
  }

  @Test
  void aConflictOfWritesUnderWayIsTriedAgain() {
    Collections.addAll(answers, 409, 409, 200);
    assertThat(create()).isTrue();
    Collections.addAll(answers, 409, 412);
    assertThat(create()).isFalse();
    assertThat(conditions).hasSize(5).containsOnly("*");
  }

  @Test
  void aWriteWhoseAnswerWasLostMeetsItsOwnObject() {
    Collections.addAll(answers, NO_ANSWER, 412);
    assertThat(create()).isFalse();
    assertThat(conditions).hasSize(2);
  }

  @Test
  void aConflictWithoutEndIsUnavailable() {
    answers.addAll(Collections.nCopies(100, 409));
    assertThat(failure().getMessage()).contains("409").contains(ADDRESS.uri());
  }

  @Test
  void everyOtherRefusalIsUnavailable() {
    answers.add(403);
    assertThat(failure().getMessage()).contains("403");
    answers.addAll(Collections.nCopies(20, 503));
    assertThat(failure().getMessage()).contains("503");
  }

  private boolean create() {
    return store.create(ADDRESS, "content".getBytes(UTF_8), ObjectDescription.of("text/plain"));
  }

  private LipstreamException failure() {
    LipstreamException failure = catchThrowableOfType(LipstreamException.class, this::create);
    assertThat(failure.code()).isEqualTo(ErrorCode.STORAGE_UNAVAILABLE);
    return failure;
  }
}
