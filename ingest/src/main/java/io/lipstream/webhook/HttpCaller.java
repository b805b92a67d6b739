package io.lipstream.webhook;

import io.lipstream.cloudevent.CompletionJson;
import io.lipstream.egress.NameService;
import io.lipstream.egress.PinnedHttpClient;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.apache.http.HttpHeaders;
import org.apache.http.HttpHost;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.conn.ConnectTimeoutException;
import org.apache.http.conn.HttpHostConnectException;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.entity.ContentType;
import org.apache.http.impl.client.CloseableHttpClient;

/**
 * Calls receivers over HTTP. A tenant chooses the address, so: the host is resolved anew at each
 * call, only allowed addresses are connected to, and at that very address; no redirect is followed;
 * of the answer only status and headers are read; the whole call is bounded in time. Thread-safe.
 */
final class HttpCaller implements Caller, AutoCloseable {
  private static final int LONGEST_SECONDS = 9;

  private final WebhookSettings settings;
  private final NameService names;
  private final Clock clock;
  private final CloseableHttpClient client;
  private final ScheduledExecutorService watchdog =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "webhook-watchdog");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Makes a caller.
   *
   * @param trust what receivers are checked with, null for the platform's certificate authorities
   */
  HttpCaller(WebhookSettings settings, NameService names, SSLContext trust, Clock clock) {
    this.settings = settings;
    this.names = names;
    this.clock = clock;
    client = PinnedHttpClient.open(settings.connectTimeout(), settings.timeout(), trust);
  }

  @Override
  public Answer call(Owed owed) {
    Receiver receiver = Receiver.parse(owed.callback().getUrl()).orElse(null);
    if (receiver == null) {
      return new Answer.Forbidden("the callback's address is no http(s) URL with a host");
    }
    CallContent content;
    try {
      content =
          CallContent.of(
              owed.callback().getCompletion(),
              settings.secrets().of(owed.tenant()),
              clock.millis());
    } catch (RuntimeException e) {
      return new Answer.Forbidden("the callback holds no completion that can be read");
    }
    try {
      Iterator<InetAddress> addresses =
          receiver
              .allowed(names.lookUp(receiver.host().address()), settings.privateHosts())
              .iterator();
      return addresses.hasNext()
          ? call(receiver, addresses, content)
          : new Answer.Forbidden(
              receiver.host().shown() + " leads to an address that is not public");
    } catch (UnknownHostException e) {
      return new Answer.Unreachable(
          "the host of %s is not known".formatted(receiver.host().shown()));
    }
  }

  private Answer call(Receiver receiver, Iterator<InetAddress> addresses, CallContent content) {
    long deadline = System.nanoTime() + settings.timeout().toNanos();
    while (true) {
      try {
        return call(receiver, addresses.next(), content, deadline);
      } catch (HttpHostConnectException | NoRouteToHostException | ConnectTimeoutException e) {
        if (!addresses.hasNext() || System.nanoTime() >= deadline) {
          return unreachable(receiver, deadline, e);
        }
      } catch (IOException e) {
        return unreachable(receiver, deadline, e);
      }
    }
  }

  private Answer call(Receiver receiver, InetAddress address, CallContent content, long deadline)
      throws IOException {
    HttpPost post = new HttpPost(receiver.uri());
    content.headers().forEach(post::setHeader);
    post.setEntity(
        new ByteArrayEntity(content.body(), ContentType.create(CompletionJson.MEDIA_TYPE)));
    HttpHost host =
        new HttpHost(
            address, receiver.uri().getHost(), receiver.host().port(), receiver.uri().getScheme());
    Future<?> abort =
        watchdog.schedule(post::abort, deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    try (CloseableHttpResponse response = client.execute(host, post)) {
      return new Answer.Status(
          response.getStatusLine().getStatusCode(),
          Optional.ofNullable(response.getFirstHeader(HttpHeaders.RETRY_AFTER))
              .flatMap(header -> seconds(header.getValue())));
    } finally {
      abort.cancel(false);
      post.abort();
    }
  }

  /** Of the two forms that the header has, the number of seconds; a date is not heeded. */
  private static Optional<Duration> seconds(String text) {
    return text.matches("[0-9]{1,%d}".formatted(LONGEST_SECONDS))
        ? Optional.of(Duration.ofSeconds(Long.parseLong(text)))
        : Optional.empty();
  }

  /** Neither path nor query of the address is shown: they can be secrets. */
  private static Answer unreachable(Receiver receiver, long deadline, IOException e) {
    if (e instanceof InterruptedIOException || System.nanoTime() >= deadline) {
      return new Answer.Unreachable(receiver.host().shown() + " did not answer in time");
    }
    String reason =
        e instanceof SSLException
            ? "has no TLS certificate that is trusted for it"
            : "failed (%s)".formatted(e.getClass().getSimpleName());
    return new Answer.Unreachable(receiver.host().shown() + " " + reason);
  }

  @Override
  public void close() {
    watchdog.shutdownNow();
    try {
      client.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
