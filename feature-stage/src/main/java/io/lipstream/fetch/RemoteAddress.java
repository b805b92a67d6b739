package io.lipstream.fetch;

import static io.lipstream.error.ErrorCode.ASSET_FORBIDDEN;

import io.lipstream.egress.WebAddress;
import io.lipstream.egress.WebHost;
import io.lipstream.error.LipstreamException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * An http or https address that may be asked for: with a host, without credentials. Characters that
 * a URL should not have, such as blanks and letters beyond ASCII, are encoded as browsers do.
 */
final class RemoteAddress {
  private final URI uri;

  private RemoteAddress(URI uri) {
    this.uri = uri;
  }

  /**
   * Reads an address.
   *
   * @throws LipstreamException ASSET_FORBIDDEN if it is not such an address
   */
  static RemoteAddress parse(String text) {
    try {
      return of(WebAddress.parse(text), text);
    } catch (URISyntaxException e) {
      throw forbidden(text, "is not a URL");
    }
  }

  /** The address that a redirect from this one leads to. */
  RemoteAddress redirect(String location) {
    try {
      URI target = uri.resolve(WebAddress.parse(location));
      return of(target, target.toString());
    } catch (URISyntaxException e) {
      throw forbidden(shown(), "redirects to something that is not a URL");
    }
  }

  private static RemoteAddress of(URI uri, String text) {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw forbidden(text, "cannot be fetched, expected http or https");
    }
    if (uri.getRawUserInfo() != null) {
      throw forbidden(text, "carries credentials, which are not taken from a URL");
    }
    if (uri.getHost() == null || uri.getHost().isEmpty()) {
      throw forbidden(text, "has no host");
    }
    return new RemoteAddress(uri);
  }

  /** An address as it may be shown: without query, fragment and credentials, on one line. */
  static String shown(String text) {
    String address = text.split("[?#]", 2)[0];
    int authority = address.indexOf("://") + 3;
    if (authority >= 3) {
      int end = address.indexOf('/', authority);
      int at = address.lastIndexOf('@', end < 0 ? address.length() : end);
      if (at >= authority) {
        address = address.substring(0, authority) + address.substring(at + 1);
      }
    }
    return address.replaceAll("\\p{Cntrl}", "?");
  }

  String shown() {
    return shown(uri.toString());
  }

  URI uri() {
    return uri;
  }

  WebHost host() {
    return WebHost.of(uri);
  }

  private static LipstreamException forbidden(String text, String reason) {
    return new LipstreamException(ASSET_FORBIDDEN, shown(text) + " " + reason);
  }
}
