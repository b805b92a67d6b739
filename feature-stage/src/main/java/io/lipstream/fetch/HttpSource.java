package io.lipstream.fetch;

import static io.lipstream.error.ErrorCode.ASSET_FORBIDDEN;
import static io.lipstream.error.ErrorCode.ASSET_NOT_FOUND;
import static io.lipstream.error.ErrorCode.ASSET_UNAVAILABLE;

import io.lipstream.egress.PinnedHttpClient;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.util.Iterator;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.apache.http.Header;
import org.apache.http.HttpHeaders;
import org.apache.http.HttpHost;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.conn.ConnectTimeoutException;
import org.apache.http.conn.HttpHostConnectException;
import org.apache.http.impl.client.CloseableHttpClient;

/**
 * Fetches over HTTP: every request goes to an address that the policy has passed, and every
 * redirect is a new request. Thread-safe.
 */
final class HttpSource implements AutoCloseable {
  private static final int MAX_REDIRECTS = 3;

  private final AddressPolicy policy;
  private final Watchdog watchdog;
  private final CloseableHttpClient client;

  HttpSource(FetchSettings settings, AddressPolicy policy, SSLContext trust, Watchdog watchdog) {
    this.policy = policy;
    this.watchdog = watchdog;
    client = PinnedHttpClient.open(settings.connectTimeout(), settings.readTimeout(), trust);
  }

  void download(String uri, Transfer transfer) {
    RemoteAddress address = RemoteAddress.parse(uri);
    for (int redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      Optional<RemoteAddress> next = request(address, transfer);
      if (next.isEmpty()) {
        return;
      }
      address = next.get();
    }
    throw new LipstreamException(
        ASSET_FORBIDDEN,
        "%s redirects more than %d times".formatted(RemoteAddress.shown(uri), MAX_REDIRECTS));
  }

  /** Asks for the address; the result is where it redirects to, if it does. */
  private Optional<RemoteAddress> request(RemoteAddress address, Transfer transfer) {
    Iterator<InetAddress> addresses = policy.addresses(address, transfer, watchdog).iterator();
    while (true) {
      try {
        return request(address, addresses.next(), transfer);
      } catch (HttpHostConnectException | NoRouteToHostException | ConnectTimeoutException e) {
        if (!addresses.hasNext() || transfer.deadline().passed()) {
          throw failure(address, transfer, e);
        }
      } catch (IOException e) {
        throw failure(address, transfer, e);
      }
    }
  }

  private Optional<RemoteAddress> request(
      RemoteAddress address, InetAddress network, Transfer transfer) throws IOException {
    HttpHost host =
        new HttpHost(
            network, address.uri().getHost(), address.host().port(), address.uri().getScheme());
    HttpGet get = new HttpGet(address.uri());
    try (Watchdog.Guard guard = watchdog.guard(transfer.deadline(), get::abort);
        CloseableHttpResponse response = client.execute(host, get)) {
      int status = response.getStatusLine().getStatusCode();
      if (status >= 300 && status < 400) {
        Header location = response.getFirstHeader(HttpHeaders.LOCATION);
        if (location != null) {
          return Optional.of(address.redirect(location.getValue()));
        }
      }
      if (status != 200) {
        throw refused(address, status);
      }
      if (response.getEntity() != null) {
        transfer.requireSize(response.getEntity().getContentLength(), address.shown());
        try (InputStream in = response.getEntity().getContent()) {
          transfer.copy(in, address.shown());
        }
      }
      return Optional.empty();
    } catch (LipstreamException | UncheckedIOException e) {
      get.abort();
      throw e;
    }
  }

  private static LipstreamException refused(RemoteAddress address, int status) {
    ErrorCode code =
        switch (status) {
          case 404, 410 -> ASSET_NOT_FOUND;
          case 408, 425, 429 -> ASSET_UNAVAILABLE;
          default -> status >= 400 && status < 500 ? ASSET_FORBIDDEN : ASSET_UNAVAILABLE;
        };
    return new LipstreamException(
        code, "the server of %s answered %d, expected 200".formatted(address.shown(), status));
  }

  /** No cause is kept: its message may quote the whole address. */
  private static LipstreamException failure(
      RemoteAddress address, Transfer transfer, IOException e) {
    if (transfer.deadline().passed() || e instanceof InterruptedIOException) {
      return transfer.timeout(address.shown());
    }
    String reason =
        e instanceof SSLException
            ? "has no TLS certificate that is trusted for it"
            : "failed (%s)".formatted(e.getClass().getSimpleName());
    return new LipstreamException(
        ASSET_UNAVAILABLE, "the server of %s %s".formatted(address.shown(), reason));
  }

  @Override
  public void close() {
    try {
      client.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
