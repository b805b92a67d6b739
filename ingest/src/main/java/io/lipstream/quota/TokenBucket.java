package io.lipstream.quota;

/**
 * What a tenant may still send: a token bucket that fills at the tenant's rate up to its burst and
 * loses a token a request. Time that goes backwards fills nothing. Immutable.
 *
 * @param tokens requests that may be sent at once
 * @param at when that held, milliseconds since 1970 UTC
 */
record TokenBucket(double tokens, long at) {
  /** Rounding must not refuse a request that comes exactly when it may. */
  private static final double WHOLE = 1 - 1e-9;

  /** A tenant that was not heard of yet. */
  static TokenBucket full(Allowance allowance, long now) {
    return new TokenBucket(allowance.burst(), now);
  }

  TokenBucket at(long now, Allowance allowance) {
    if (now <= at) {
      return this;
    }
    return new TokenBucket(Math.min(allowance.burst(), tokens + allowance.in(now - at)), now);
  }

  boolean allows() {
    return tokens >= WHOLE;
  }

  TokenBucket less() {
    return new TokenBucket(Math.max(0, tokens - 1), at);
  }

  /** When the next request is allowed, milliseconds since 1970 UTC. */
  long nextAt(Allowance allowance) {
    return at + allowance.timeFor(Math.max(0, 1 - tokens));
  }
}
