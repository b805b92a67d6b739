package io.lipstream.gateway;

import io.javalin.http.Context;
import io.lipstream.egress.LiteralAddress;
import io.lipstream.error.ErrorCode;
import io.lipstream.field.ShownText;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps the pages of other sites out where no key does: a browser on this machine reaches loopback
 * for whatever page it shows. What a browser says of a page's origin must be this gateway, and the
 * name that it was called by must be loopback's or its own, so that no name of another site can be
 * made to lead here (DNS rebinding). A client that is no browser says nothing of an origin.
 * Thread-safe.
 */
final class OwnOrigin {
  private static final Pattern HOST = Pattern.compile("(\\[[^]]*]|[^:]*)(?::[0-9]*)?");

  private final Set<String> names;

  /**
   * @param host address that it listens on
   * @param advertised host:port by which others reach it
   */
  OwnOrigin(String host, String advertised) {
    names = Set.copyOf(List.of(name(host), name(advertised)));
  }

  /**
   * @throws Refusal ORIGIN_FORBIDDEN
   */
  void check(Context context) {
    String host = context.header("Host");
    if (host != null && !isOwn(name(host))) {
      throw forbidden("it was called as '%s', expected localhost or http.advertised", host);
    }
    String origin = context.header("Origin");
    if (origin != null && !isOf(origin, host)) {
      throw forbidden("the page that calls is of '%s'", origin);
    }
    if ("cross-site".equals(context.header("Sec-Fetch-Site"))) {
      throw forbidden(
          "the page that calls is of another site: Sec-Fetch-Site is '%s'", "cross-site");
    }
  }

  private boolean isOwn(String name) {
    return names.contains(name)
        || LiteralAddress.of(name).filter(InetAddress::isLoopbackAddress).isPresent();
  }

  private static boolean isOf(String origin, String host) {
    return origin.equalsIgnoreCase("http://" + host) || origin.equalsIgnoreCase("https://" + host);
  }

  /** Without the port. */
  private static String name(String host) {
    Matcher parts = HOST.matcher(host);
    return (parts.matches() ? parts.group(1) : host).toLowerCase(Locale.ROOT);
  }

  private static Refusal forbidden(String reason, String value) {
    return Refusal.of(
        ErrorCode.ORIGIN_FORBIDDEN,
        "a gateway without keys takes no calls of web pages: "
            + reason.formatted(ShownText.of(value)));
  }
}
