package io.lipstream.ledger;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.time.Duration;
import java.util.List;

/**
 * How patient the ledger is.
 *
 * @param stallTimeout silence of a job that a worker has begun, after which it is dispatched again
 * @param queueTimeout wait of a job that no worker has reported on; long, since the job may simply
 *     stand in a backlog
 * @param maxAttempts dispatches of a job at most
 * @param retention how long the row of a job that has ended is kept
 */
public record LedgerSettings(
    Duration stallTimeout, Duration queueTimeout, int maxAttempts, Duration retention) {

  public static final List<Setting> SETTINGS =
      List.of(
          new Setting(
              "ledger.stall-timeout-ms",
              "120000",
              "ms",
              "Silence of a job that a worker has begun, after which it is dispatched again."),
          new Setting(
              "ledger.queue-timeout-ms",
              "1800000",
              "ms",
              "Wait of a job that no worker has reported on yet, after which it is dispatched again;"
                  + " longer than a backlog, in which a job simply waits."),
          new Setting("ledger.max-attempts", "3", "attempts", "Dispatches of a job at most."),
          new Setting(
              "ledger.retention-ms",
              "604800000",
              "ms",
              "How long a job that has ended is remembered, and with it its request id."));

  public LedgerSettings {
    check(stallTimeout.toMillis() > 0, "ledger.stall-timeout-ms", stallTimeout.toMillis());
    check(queueTimeout.toMillis() > 0, "ledger.queue-timeout-ms", queueTimeout.toMillis());
    check(maxAttempts > 0, "ledger.max-attempts", maxAttempts);
    check(retention.toMillis() > 0, "ledger.retention-ms", retention.toMillis());
  }

  /** Reads the keys of {@link #SETTINGS}. */
  public static LedgerSettings from(Settings settings) {
    return new LedgerSettings(
        settings.milliseconds("ledger.stall-timeout-ms"),
        settings.milliseconds("ledger.queue-timeout-ms"),
        settings.integer("ledger.max-attempts"),
        settings.milliseconds("ledger.retention-ms"));
  }

  private static void check(boolean good, String key, long value) {
    if (!good) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "configuration key '%s' is '%d', expected above 0".formatted(key, value));
    }
  }
}
