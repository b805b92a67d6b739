package io.lipstream.webhook;

import java.time.Duration;

/**
 * What an answer leads to. A status of 2xx settles; 410 and a receiver that may not be called give
 * up at once; everything else is tried again: after {@code firstPause} doubled with each failure,
 * at most {@code longestPause}, of which a random part of up to a half is taken off, or later if
 * the receiver asks for it. The last try is when the callback is given up. Pure and thread-safe.
 *
 * @param firstPause pause after the first failure
 * @param longestPause longest pause between two calls
 */
record RetryPolicy(Duration firstPause, Duration longestPause) {
  private static final int GONE = 410;
  private static final int MOST_DOUBLINGS = 30;

  /**
   * The next step.
   *
   * @param failures calls that failed before this one
   * @param now when the answer came, milliseconds since 1970 UTC
   * @param giveUpAt milliseconds since 1970 UTC
   * @param chance 0 to below 1, random
   */
  NextStep after(Answer answer, int failures, long now, long giveUpAt, double chance) {
    if (answer instanceof Answer.Status status) {
      if (status.status() / 100 == 2) {
        return new NextStep.Settle();
      }
      String reason = "the receiver answered " + status.status();
      if (status.status() == GONE) {
        return new NextStep.GiveUp(reason);
      }
      long asked = status.retryAfter().map(Duration::toMillis).orElse(0L);
      return again(reason, failures, now, giveUpAt, chance, asked);
    } else if (answer instanceof Answer.Unreachable unreachable) {
      return again(unreachable.reason(), failures, now, giveUpAt, chance, 0);
    }
    return new NextStep.GiveUp(((Answer.Forbidden) answer).reason());
  }

  private NextStep again(
      String reason, int failures, long now, long giveUpAt, double chance, long asked) {
    if (now >= giveUpAt) {
      return new NextStep.GiveUp(reason);
    }
    long pause = Math.max(pause(failures, chance), Math.min(asked, longestPause.toMillis()));
    return new NextStep.Retry(Math.min(now + pause, giveUpAt), reason);
  }

  private long pause(int failures, double chance) {
    long doubled = firstPause.toMillis() << Math.min(failures, MOST_DOUBLINGS);
    long whole = Math.min(doubled, longestPause.toMillis());
    return whole - (long) (whole * chance / 2);
  }
}
