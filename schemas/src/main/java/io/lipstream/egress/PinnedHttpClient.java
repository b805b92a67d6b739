package io.lipstream.egress;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.UnknownHostException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.config.ConnectionConfig;
import org.apache.http.config.MessageConstraints;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.config.SocketConfig;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.socket.PlainConnectionSocketFactory;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.impl.NoConnectionReuseStrategy;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.apache.http.ssl.SSLContexts;

/**
 * An HTTP client that does one request and nothing by itself: it resolves no names (the caller
 * hands it addresses), follows no redirects, repeats nothing, keeps no cookies, credentials or
 * connections, reads no proxy settings, decodes no content. TLS is checked against the host's name.
 */
public final class PinnedHttpClient {
  private static final int CONNECTIONS = 256;
  private static final int MAX_HEADERS = 200;
  private static final int MAX_HEADER_BYTES = 16 * 1024;

  private PinnedHttpClient() {}

  /**
   * Makes a client.
   *
   * @param connectTimeout longest wait for a connection
   * @param readTimeout longest silence of a server
   * @param trust what servers are checked with, null for the platform's certificate authorities
   */
  public static CloseableHttpClient open(
      Duration connectTimeout, Duration readTimeout, SSLContext trust) {
    SSLContext context = trust == null ? SSLContexts.createDefault() : trust;
    PoolingHttpClientConnectionManager connections =
        new PoolingHttpClientConnectionManager(
            RegistryBuilder.<ConnectionSocketFactory>create()
                .register("http", PlainConnectionSocketFactory.getSocketFactory())
                .register("https", new SSLConnectionSocketFactory(context))
                .build(),
            host -> {
              throw new UnknownHostException("no address was resolved beforehand");
            });
    connections.setMaxTotal(CONNECTIONS);
    connections.setDefaultMaxPerRoute(CONNECTIONS);
    int silence = Math.toIntExact(readTimeout.toMillis());
    connections.setDefaultSocketConfig(SocketConfig.custom().setSoTimeout(silence).build());
    connections.setDefaultConnectionConfig(
        ConnectionConfig.custom()
            .setCharset(UTF_8)
            .setMessageConstraints(
                MessageConstraints.custom()
                    .setMaxHeaderCount(MAX_HEADERS)
                    .setMaxLineLength(MAX_HEADER_BYTES)
                    .build())
            .build());
    return HttpClients.custom()
        .setConnectionManager(connections)
        .setConnectionReuseStrategy(NoConnectionReuseStrategy.INSTANCE)
        .setUserAgent("Lipstream")
        .disableAutomaticRetries()
        .disableRedirectHandling()
        .disableCookieManagement()
        .disableAuthCaching()
        .disableContentCompression()
        .setDefaultRequestConfig(
            RequestConfig.custom()
                .setConnectTimeout(Math.toIntExact(connectTimeout.toMillis()))
                .setConnectionRequestTimeout(silence)
                .setSocketTimeout(silence)
                .setNormalizeUri(false)
                .setAuthenticationEnabled(false)
                .build())
        .build();
  }
}
