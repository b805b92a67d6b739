package io.lipstream.egress;

import java.net.URI;
import java.util.Collection;
import java.util.Locale;

/**
 * Where an http(s) URL leads. The one form in which lists of hosts are compared and messages name a
 * host. Pure.
 *
 * @param name in lower case, an IPv6 address in brackets
 * @param port the scheme's where the URL has none
 */
public record WebHost(String name, int port) {
  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  /**
   * The host of a URL.
   *
   * @param uri of scheme http or https, with a host
   */
  public static WebHost of(URI uri) {
    int own = uri.getScheme().equalsIgnoreCase("https") ? HTTPS : HTTP;
    return new WebHost(
        uri.getHost().toLowerCase(Locale.ROOT), uri.getPort() > 0 ? uri.getPort() : own);
  }

  /** Without the brackets of an IPv6 address. */
  public String address() {
    return name.startsWith("[") ? name.substring(1, name.length() - 1) : name;
  }

  /** Whether it is named, in any case, with its port or for every port. */
  public boolean in(Collection<String> hosts) {
    String withPort = shown();
    return hosts.stream()
        .map(one -> one.toLowerCase(Locale.ROOT))
        .anyMatch(one -> one.equals(name) || one.equals(withPort));
  }

  /** Host and port: what of a URL is no secret. */
  public String shown() {
    return name + ":" + port;
  }
}
