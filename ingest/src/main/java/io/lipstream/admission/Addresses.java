package io.lipstream.admission;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lipstream.egress.LiteralAddress;
import io.lipstream.egress.PublicAddress;
import io.lipstream.egress.WebHost;
import io.lipstream.error.ErrorCode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which addresses a request may name. Assets: s3, http and https; whether a host or bucket may be
 * read is for fetch to decide, which resolves it. Output: an object in one of the allowed buckets.
 * Pure; a message never shows the query or the credentials of an address.
 */
final class Addresses {
  private static final String VIDEOS = "videos/";
  private static final int LONGEST = 2048;
  private static final int LONGEST_KEY_BYTES = 1024;
  private static final String ASSET_EXPECTED = "s3://bucket/key or an http(s) URL";
  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):.*");
  private static final Pattern OBJECT =
      Pattern.compile("s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])/(.+)", Pattern.CASE_INSENSITIVE);

  private final Faults faults;

  Addresses(Faults faults) {
    this.faults = faults;
  }

  void asset(String field, String address) {
    if (address.length() > LONGEST || !TextRules.oneLine(address)) {
      invalid(field, address, ASSET_EXPECTED + " of up to 2048 characters on one line");
      return;
    }
    Matcher scheme = SCHEME.matcher(address);
    if (!scheme.matches()) {
      invalid(field, address, ASSET_EXPECTED);
      return;
    }
    switch (scheme.group(1).toLowerCase(Locale.ROOT)) {
      case "s3" -> object(field, address, ASSET_EXPECTED);
      case "http", "https" -> {
        var unused = url(field, address);
      }
      default ->
          faults.add(
              ErrorCode.ASSET_FORBIDDEN,
              "%s is '%s', expected %s"
                  .formatted(field, TextRules.shownAddress(address), ASSET_EXPECTED));
    }
  }

  void output(String field, String address, List<String> buckets, String tenant) {
    String expected = "s3://bucket/key in bucket " + String.join(" or ", buckets);
    if (address.length() > LONGEST || !TextRules.oneLine(address)) {
      invalid(field, address, expected);
    } else if (object(field, address, expected)) {
      Matcher object = OBJECT.matcher(address);
      if (object.matches() && !buckets.contains(object.group(1))) {
        invalid(field, address, expected);
      } else if (object.matches()
          && object.group(1).equals(buckets.get(0))
          && isOfAnother(object.group(2), tenant)) {
        invalid(field, address, "%s or a key outside %s".formatted(videos(tenant), VIDEOS));
      }
    }
  }

  /** Folder of a tenant's videos that name no address, in the first output bucket. */
  static String videos(String tenant) {
    return VIDEOS + tenant + "/";
  }

  /** So that nobody takes another's place there. */
  private static boolean isOfAnother(String key, String tenant) {
    return key.startsWith(VIDEOS)
        && key.indexOf('/', VIDEOS.length()) > 0
        && !key.startsWith(videos(tenant));
  }

  /** What resolves to a private address is found when it is called. */
  void callback(String field, String address, List<String> privateHosts) {
    boolean good =
        address.length() <= LONGEST
            && TextRules.oneLine(address)
            && address.matches("(?i)https?://.+");
    if (!good) {
      invalid(field, address, "an http(s) URL of up to 2048 characters");
      return;
    }
    url(field, address)
        .filter(uri -> !mayBeCalled(uri, privateHosts))
        .ifPresent(uri -> invalid(field, address, "a host with a public address"));
  }

  private static boolean mayBeCalled(URI uri, List<String> privateHosts) {
    WebHost host = WebHost.of(uri);
    return LiteralAddress.of(host.name()).map(PublicAddress::is).orElse(true)
        || host.in(privateHosts);
  }

  private boolean object(String field, String address, String expected) {
    Matcher object = OBJECT.matcher(address);
    boolean good =
        object.matches()
            && object.group(2).getBytes(UTF_8).length <= LONGEST_KEY_BYTES
            && Arrays.stream(object.group(2).split("/", -1)).noneMatch(Addresses::unsafePart);
    if (!good) {
      invalid(field, address, expected);
    }
    return good;
  }

  /** Parts that stand for another folder where a store keeps objects as files. */
  private static boolean unsafePart(String part) {
    return part.isEmpty() || part.equals(".") || part.equals("..");
  }

  private Optional<URI> url(String field, String address) {
    try {
      URI uri = new URI(address);
      if (uri.getHost() != null && uri.getRawUserInfo() == null) {
        return Optional.of(uri);
      }
    } catch (URISyntaxException e) {
      // Said below, in the words of the request.
    }
    invalid(field, address, "a valid http(s) URL with a host and without user and password");
    return Optional.empty();
  }

  private void invalid(String field, String address, String expected) {
    faults.invalid(field, TextRules.shownAddress(address), expected);
  }
}
