package io.lipstream.admission;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lipstream.egress.AssetSources;
import io.lipstream.egress.WebAddress;
import io.lipstream.egress.WebHost;
import io.lipstream.storage.ObjectAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which addresses a request may name. Assets: s3, http and https, in a bucket and at a host that
 * may be read as far as that can be said without asking anybody; what a host resolves to is for
 * fetch. Output: an object in one of the allowed buckets. Pure; a message never shows the query or
 * the credentials of an address.
 */
final class Addresses {
  private static final String VIDEOS = "videos/";
  private static final int LONGEST = 2048;
  private static final int LONGEST_KEY_BYTES = 1024;
  private static final String ASSET_EXPECTED = "s3://bucket/key or an http(s) URL";
  private static final String URL_EXPECTED =
      "a valid http(s) URL with a host and without user and password";
  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):.*");
  private static final Pattern OBJECT =
      Pattern.compile("s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])/(.+)", Pattern.CASE_INSENSITIVE);
  private static final Pattern PORT = Pattern.compile(":[0-9]*$");
  private static final int LARGEST_PORT = 65_535;

  private final Faults faults;
  private final AssetSources sources;

  Addresses(Faults faults, AssetSources sources) {
    this.faults = faults;
    this.sources = sources;
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
      case "s3" -> shelved(field, address);
      case "http", "https" -> remote(field, address);
      default ->
          faults.forbidden(
              field,
              "is '%s', expected %s".formatted(TextRules.shownAddress(address), ASSET_EXPECTED));
    }
  }

  private void shelved(String field, String address) {
    object(field, address, ASSET_EXPECTED)
        .filter(object -> !sources.prefixes().isEmpty() && !sources.allows(object))
        .ifPresent(
            object ->
                faults.forbidden(
                    field,
                    "is '%s', expected an object in %s"
                        .formatted(
                            TextRules.shownAddress(address),
                            String.join(" or ", sources.prefixes()))));
  }

  private void remote(String field, String address) {
    Optional<URI> uri = parsed(address);
    if (uri.flatMap(Addresses::host).filter(host -> !sources.allows(host)).isPresent()) {
      faults.forbidden(
          field,
          "is '%s', expected a host with a public address"
              .formatted(TextRules.shownAddress(address)));
    } else if (uri.filter(Addresses::canBeAsked).isEmpty()) {
      invalid(field, address, URL_EXPECTED);
    }
  }

  /** Also a host that is a number, in forms that a URI does not take for one. */
  private static Optional<WebHost> host(URI uri) {
    if (uri.getHost() != null) {
      return Optional.of(WebHost.of(uri));
    }
    return Optional.ofNullable(uri.getRawAuthority())
        .map(authority -> PORT.matcher(authority).replaceFirst("").toLowerCase(Locale.ROOT))
        .map(name -> new WebHost(name, -1));
  }

  void output(String field, String address, List<String> buckets, String tenant) {
    String expected = "s3://bucket/key in bucket " + String.join(" or ", buckets);
    if (address.length() > LONGEST || !TextRules.oneLine(address)) {
      invalid(field, address, expected);
      return;
    }
    object(field, address, expected)
        .ifPresent(
            object -> {
              if (!buckets.contains(object.bucket())) {
                invalid(field, address, expected);
              } else if (object.bucket().equals(buckets.get(0))
                  && isOfAnother(object.key(), tenant)) {
                invalid(field, address, "%s or a key outside %s".formatted(videos(tenant), VIDEOS));
              }
            });
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
    Optional<URI> uri = parsed(address).filter(Addresses::canBeAsked);
    if (uri.isEmpty()) {
      invalid(field, address, URL_EXPECTED);
    } else if (!new AssetSources(List.of(), privateHosts).allows(WebHost.of(uri.get()))) {
      invalid(field, address, "a host with a public address");
    }
  }

  private Optional<ObjectAddress> object(String field, String address, String expected) {
    Matcher object = OBJECT.matcher(address);
    boolean good =
        object.matches()
            && object.group(2).getBytes(UTF_8).length <= LONGEST_KEY_BYTES
            && Arrays.stream(object.group(2).split("/", -1)).noneMatch(Addresses::unsafePart);
    if (!good) {
      invalid(field, address, expected);
      return Optional.empty();
    }
    return Optional.of(new ObjectAddress(object.group(1), object.group(2)));
  }

  /** Parts that stand for another folder where a store keeps objects as files. */
  private static boolean unsafePart(String part) {
    return part.isEmpty() || part.equals(".") || part.equals("..");
  }

  private static boolean canBeAsked(URI uri) {
    return uri.getHost() != null && uri.getRawUserInfo() == null && uri.getPort() <= LARGEST_PORT;
  }

  private static Optional<URI> parsed(String address) {
    try {
      return Optional.of(WebAddress.parse(address));
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  private void invalid(String field, String address, String expected) {
    faults.invalid(field, TextRules.shownAddress(address), expected);
  }
}
