package io.lipstream.quota;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Counts the requests of tenants by token buckets, whose state the caller keeps. Pure and
 * thread-safe.
 */
public final class Quota {
  private final QuotaSettings settings;

  public Quota(QuotaSettings settings) {
    this.settings = settings;
  }

  /**
   * What becomes of one request.
   *
   * @param state state of the tenant from now on; empty where nothing need be kept
   * @param retryAt when a refused request may come again, milliseconds since 1970 UTC; 0 if it is
   *     within the quota
   */
  public record Count(Optional<byte[]> state, long retryAt) {}

  /** Whether the requests of a tenant are counted at all. */
  public boolean counts(String tenant) {
    return !settings.of(tenant).unlimited();
  }

  /**
   * Counts a request.
   *
   * @param state what was kept of the tenant, null for nothing
   * @param now when the broker took the request, milliseconds since 1970 UTC
   */
  public Count count(String tenant, byte[] state, long now) {
    Allowance allowance = settings.of(tenant);
    if (allowance.unlimited()) {
      return new Count(Optional.empty(), 0);
    }
    TokenBucket bucket =
        (state == null ? TokenBucket.full(allowance, now) : read(state)).at(now, allowance);
    return bucket.allows()
        ? new Count(Optional.of(bytes(bucket.less())), 0)
        : new Count(Optional.of(bytes(bucket)), Math.max(now + 1, bucket.nextAt(allowance)));
  }

  /** What is said of a request that was refused. */
  public String refusal(String tenant, long retryAt, long now) {
    Allowance allowance = settings.of(tenant);
    return "tenant '%s' has sent more than %s requests a minute (%s at once); send it again in %d s"
        .formatted(
            tenant,
            number(allowance.perMinute()),
            number(allowance.burst()),
            Math.max(1, (retryAt - now + 999) / 1000));
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  private static TokenBucket read(byte[] state) {
    ByteBuffer buffer = ByteBuffer.wrap(state);
    return new TokenBucket(buffer.getDouble(), buffer.getLong());
  }

  private static byte[] bytes(TokenBucket bucket) {
    return ByteBuffer.allocate(Double.BYTES + Long.BYTES)
        .putDouble(bucket.tokens())
        .putLong(bucket.at())
        .array();
  }
}
