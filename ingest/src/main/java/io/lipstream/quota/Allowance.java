package io.lipstream.quota;

/**
 * A rate that a tenant may keep up, and how far it may run ahead of it.
 *
 * @param perMinute requests a minute, 0 for any number
 * @param burst requests at once after a silence
 */
public record Allowance(double perMinute, double burst) {
  private static final double MINUTE_MS = 60_000;

  /** Whether there is no quota. */
  public boolean unlimited() {
    return perMinute == 0;
  }

  /** Requests that a time allows. */
  double in(long milliseconds) {
    return milliseconds * perMinute / MINUTE_MS;
  }

  /** Milliseconds, rounded up, in which so many requests become allowed. */
  long timeFor(double requests) {
    return (long) Math.ceil(requests * MINUTE_MS / perMinute);
  }
}
