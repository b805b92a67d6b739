package io.lipstream.ledger;

import io.lipstream.admission.AdmissionSettings;
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
 * @param idempotence how long after its acceptance a request id is refused to other content
 * @param tombstone how long it is remembered after that, or after a purge, that there was a job
 * @param callbackPatience how long after the end its callback is tried
 * @param workPrefix address that the pieces of all jobs stand under, s3://bucket/folder/
 * @param uploadPrefix address that assets uploaded through Lipstream stand under
 */
public record LedgerSettings(
    Duration stallTimeout,
    Duration queueTimeout,
    int maxAttempts,
    Duration retention,
    Duration idempotence,
    Duration tombstone,
    Duration callbackPatience,
    String workPrefix,
    String uploadPrefix) {

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
              "How long a job that has ended is remembered."),
          new Setting(
              "ledger.idempotence-ms",
              "86400000",
              "ms",
              "How long after its acceptance a request id is refused to other content; after that, an"
                  + " ended job gives way to it."),
          new Setting(
              "ledger.tombstone-ms",
              "2592000000",
              "ms",
              "How long after that, or after a purge, the answer for a job is that it is gone."),
          new Setting(
              "ledger.callback-patience-ms",
              "86400000",
              "ms",
              "How long a callback that fails is tried again."),
          new Setting(
              "ledger.work-prefix",
              "s3://lipstream/work/",
              "s3://bucket/folder/",
              "Where the workers keep the pieces of jobs; removed with a job that is deleted."),
          AdmissionSettings.UPLOAD_PREFIX);

  public LedgerSettings {
    check(stallTimeout.toMillis() > 0, "ledger.stall-timeout-ms", stallTimeout.toMillis());
    check(queueTimeout.toMillis() > 0, "ledger.queue-timeout-ms", queueTimeout.toMillis());
    check(maxAttempts > 0, "ledger.max-attempts", maxAttempts);
    check(retention.toMillis() > 0, "ledger.retention-ms", retention.toMillis());
    check(idempotence.toMillis() > 0, "ledger.idempotence-ms", idempotence.toMillis());
    check(tombstone.toMillis() > 0, "ledger.tombstone-ms", tombstone.toMillis());
    check(
        callbackPatience.toMillis() > 0,
        "ledger.callback-patience-ms",
        callbackPatience.toMillis());
    checkPrefix("ledger.work-prefix", workPrefix);
    checkPrefix("ledger.upload-prefix", uploadPrefix);
  }

  /** Reads the keys of {@link #SETTINGS}. */
  public static LedgerSettings from(Settings settings) {
    return new LedgerSettings(
        settings.milliseconds("ledger.stall-timeout-ms"),
        settings.milliseconds("ledger.queue-timeout-ms"),
        settings.integer("ledger.max-attempts"),
        settings.milliseconds("ledger.retention-ms"),
        settings.milliseconds("ledger.idempotence-ms"),
        settings.milliseconds("ledger.tombstone-ms"),
        settings.milliseconds("ledger.callback-patience-ms"),
        settings.text("ledger.work-prefix"),
        settings.text("ledger.upload-prefix"));
  }

  private static void checkPrefix(String key, String prefix) {
    Settings.require(prefix.matches("s3://[^/]+/(.+/)?"), key, prefix, "s3://bucket/folder/");
  }

  private static void check(boolean good, String key, long value) {
    Settings.require(good, key, value, "above 0");
  }
}
