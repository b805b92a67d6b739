package io.lipstream.webhook;

import io.lipstream.egress.PublicAddress;
import io.lipstream.egress.WebAddress;
import io.lipstream.egress.WebHost;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The http(s) URL that a callback goes to: with a host, without credentials. Pure. */
record Receiver(URI uri) {
  /** The receiver that a text names, if it names one. */
  static Optional<Receiver> parse(String text) {
    try {
      URI uri = WebAddress.parse(text);
      boolean web =
          "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
      boolean plain = uri.getHost() != null && uri.getRawUserInfo() == null;
      return web && plain ? Optional.of(new Receiver(uri)) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  WebHost host() {
    return WebHost.of(uri);
  }

  /** Those of its addresses that may be called: public ones, and any of a host that is named. */
  List<InetAddress> allowed(InetAddress[] addresses, List<String> privateHosts) {
    boolean named = host().in(privateHosts);
    return Arrays.stream(addresses).filter(one -> named || PublicAddress.is(one)).toList();
  }
}
