package io.lipstream.webhook;

import io.lipstream.egress.PublicAddress;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The http(s) URL that a callback goes to: with a host, without credentials. Pure. */
record Receiver(URI uri) {
  /** The receiver that a text names, if it names one. */
  static Optional<Receiver> parse(String text) {
    try {
      URI uri = new URI(new URI(text).toASCIIString());
      boolean web =
          "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
      boolean plain = uri.getHost() != null && uri.getRawUserInfo() == null;
      return web && plain ? Optional.of(new Receiver(uri)) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  /** Host without the brackets of an IPv6 address. */
  String host() {
    String host = uri.getHost();
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  String lowerCaseHost() {
    return uri.getHost().toLowerCase(Locale.ROOT);
  }

  int port() {
    if (uri.getPort() > 0) {
      return uri.getPort();
    }
    return uri.getScheme().equalsIgnoreCase("https") ? 443 : 80;
  }

  /** Host and port as they stand in a list of hosts, and in a message: the rest may be secret. */
  String shown() {
    return lowerCaseHost() + ":" + port();
  }

  /** Those of its addresses that may be called: public ones, and any of a host that is named. */
  List<InetAddress> allowed(InetAddress[] addresses, List<String> privateHosts) {
    boolean named =
        privateHosts.stream()
            .map(one -> one.toLowerCase(Locale.ROOT))
            .anyMatch(one -> one.equals(lowerCaseHost()) || one.equals(shown()));
    return Arrays.stream(addresses).filter(one -> named || PublicAddress.is(one)).toList();
  }
}
