package io.lipstream.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lipstream.ledger.JobRow;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.streams.state.HostInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks other instances for the rows that they hold. One that does not answer in time, or answers
 * anything else than rows, is a {@link Refusal} SERVICE_UNAVAILABLE. Thread-safe.
 */
final class RemoteRows {
  static final String SECRET_HEADER = "X-Lipstream-Internal";
  static final String ROWS_PATH = "/internal/rows";
  static final String TASKS_PATH = "/internal/tasks";

  private static final Logger LOG = LoggerFactory.getLogger(RemoteRows.class);
  private static final Duration CONNECT = Duration.ofSeconds(1);
  private static final Duration ANSWER = Duration.ofSeconds(5);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();
  private final String secret;

  RemoteRows(String secret) {
    this.secret = secret;
  }

  /**
   * Those of the jobs that have a row there.
   *
   * @param copies whether a warm copy will do
   */
  CompletableFuture<List<JobRow>> find(
      HostInfo instance, Collection<String> jobIds, boolean copies) {
    HttpRequest.Builder request =
        request(instance, ROWS_PATH + "?copies=" + copies)
            .POST(BodyPublishers.ofString(String.join("\n", jobIds)));
    return ask(instance, request).thenApply(TaskPage::rows);
  }

  /** The rows that it owns. */
  CompletableFuture<TaskPage> list(HostInfo instance, TaskQuery query) {
    String path =
        "%s?tenant=%s&state=%s&after=%s&limit=%d"
            .formatted(
                TASKS_PATH,
                encoded(query.tenant().orElse("")),
                encoded(query.state().orElse("")),
                encoded(query.after()),
                query.limit());
    return ask(instance, request(instance, path).GET());
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }

  private HttpRequest.Builder request(HostInfo instance, String path) {
    return HttpRequest.newBuilder(
            URI.create("http://%s:%d%s".formatted(instance.host(), instance.port(), path)))
        .timeout(ANSWER)
        .header(SECRET_HEADER, secret.isEmpty() ? "none" : secret);
  }

  private CompletableFuture<TaskPage> ask(HostInfo instance, HttpRequest.Builder request) {
    return client
        .sendAsync(request.build(), BodyHandlers.ofByteArray())
        .handle(
            (answer, failure) -> {
              try {
                return page(answer, failure);
              } catch (IOException e) {
                LOG.warn("instance {} was asked for rows: {}", instance, e.toString());
                throw Refusal.unavailable("the instance that holds the job does not answer");
              }
            });
  }

  private static TaskPage page(HttpResponse<byte[]> answer, Throwable failure) throws IOException {
    if (failure != null) {
      throw new IOException(failure);
    }
    if (answer.statusCode() != 200) {
      throw new IOException("status " + answer.statusCode());
    }
    return RowWire.read(answer.body());
  }
}
