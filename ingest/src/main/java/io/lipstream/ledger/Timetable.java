package io.lipstream.ledger;

/**
 * When a row is to be looked at. It has one entry in the due store, at {@code wake_at}, never later
 * than it is due: a report moves the instant when the row is due, not the entry, and a row that is
 * woken early goes back to sleep. So reports cost no write to the due store. Pure.
 */
final class Timetable {
  /** How long a refusal that passes, or a command without its request, is remembered. */
  private static final long PASSING_MS = 600_000;

  private final LedgerSettings settings;

  Timetable(LedgerSettings settings) {
    this.settings = settings;
  }

  /** The row with its entry in the due store no later than it is due. */
  JobRow rescheduled(JobRow row) {
    long wakes = wakes(row.getWakeAt(), due(row));
    return wakes == row.getWakeAt() ? row : JobRow.newBuilder(row).setWakeAt(wakes).build();
  }

  /**
   * Where the entry stands.
   *
   * @param before where it stood, 0 for none
   */
  static long wakes(long before, long due) {
    return before > 0 && before <= due ? before : due;
  }

  /** When a row that is dispatched now is due. */
  long due(long deadline, long now) {
    return Math.min(now + settings.queueTimeout().toMillis(), deadline);
  }

  long due(JobRow row) {
    if (Rows.ended(row)) {
      if (Rows.gone(row)) {
        return row.getEndedAt() + settings.tombstone().toMillis();
      }
      long kept = settings.retention().toMillis();
      return row.getEndedAt() + (Rows.givesWay(row) ? Math.min(kept, PASSING_MS) : kept);
    }
    return row.getReportedAt() > 0
        ? Math.min(row.getReportedAt() + settings.stallTimeout().toMillis(), row.getDeadline())
        : due(row.getDeadline(), row.getDispatchedAt());
  }
}
