package io.lipstream.notification;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.storage.ObjectAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whose an object is and what it may start. A bucket is one tenant's, or the first folder of its
 * keys names the tenant; events of other buckets mean nothing. Pure and thread-safe.
 */
final class Buckets {
  private static final String BY_FOLDER = "*";
  private static final Pattern ENTRY = Pattern.compile("([^=\\s]+)=([^=\\s]+)");
  private static final Pattern REQUEST = Pattern.compile("requests/([^/]+)\\.json");
  private static final Pattern MEMBER =
      Pattern.compile("(inbox/([^/]+)/)(?:portrait|audio)\\.[^/]+");

  private final Map<String, String> tenants = new HashMap<>();

  /**
   * Reads a list of bucket=tenant, or bucket=* for tenants by folder.
   *
   * @throws LipstreamException CONFIGURATION_INVALID
   */
  Buckets(List<String> entries) {
    for (String entry : entries) {
      Matcher matcher = ENTRY.matcher(entry);
      if (!matcher.matches() || tenants.put(matcher.group(1), matcher.group(2)) != null) {
        throw new LipstreamException(
            ErrorCode.CONFIGURATION_INVALID,
            "configuration key 'notification.buckets' has '%s', expected bucket=tenant or bucket=*, each bucket once"
                .formatted(entry));
      }
    }
  }

  boolean isEmpty() {
    return tenants.isEmpty();
  }

  /** What the object may start, if anything. */
  Optional<Trigger> trigger(ObjectAddress address) {
    String tenant = tenants.get(address.bucket());
    if (!BY_FOLDER.equals(tenant)) {
      return tenant == null ? Optional.empty() : trigger(address, tenant, 0);
    }
    int slash = address.key().indexOf('/');
    return slash <= 0
        ? Optional.empty()
        : trigger(address, address.key().substring(0, slash), slash + 1);
  }

  private static Optional<Trigger> trigger(ObjectAddress address, String tenant, int begin) {
    String path = address.key().substring(begin);
    Matcher request = REQUEST.matcher(path);
    if (request.matches()) {
      return Optional.of(new Trigger.RequestObject(tenant, request.group(1), address));
    }
    Matcher member = MEMBER.matcher(path);
    if (member.matches()) {
      String folder = address.key().substring(0, begin) + member.group(1);
      return Optional.of(
          new Trigger.PairMember(
              tenant, member.group(2), new ObjectAddress(address.bucket(), folder)));
    }
    return Optional.empty();
  }
}
