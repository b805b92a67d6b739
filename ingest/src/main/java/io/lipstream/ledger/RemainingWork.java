package io.lipstream.ledger;

import io.lipstream.event.Completion;
import io.lipstream.event.JobState;

/** Work that rows still stand for, in the units of their cost. Pure. */
public final class RemainingWork {
  private RemainingWork() {}

  /** Work of a job that is not done; nothing for no row, or for one that has ended. */
  public static double of(JobRow row) {
    return row == null || Rows.ended(row) ? 0 : row.getCost() * (1 - share(row));
  }

  /** Whether a row stands for a job that was admitted and is not done. */
  public static boolean waits(JobRow row) {
    return row != null && !row.getLane().isEmpty() && !Rows.ended(row);
  }

  /**
   * Work that was done from one row of a job to the next, as far as its frames tell; none when the
   * job was dispatched again, or ended otherwise than by a video that was rendered.
   */
  public static double done(JobRow before, JobRow after) {
    if (before == null || after == null || Rows.ended(before)) {
      return 0;
    }
    if (Rows.ended(after)) {
      boolean completed = Rows.state(after) == JobState.COMPLETED;
      return completed && !copied(after) ? after.getCost() * (1 - share(before)) : 0;
    }
    return Math.max(0, after.getCost() * (share(after) - share(before)));
  }

  private static boolean copied(JobRow row) {
    return Rows.completion(row).map(Completion::getCopiedFrom).isPresent();
  }

  private static double share(JobRow row) {
    return row.getFramesTotal() == 0 ? 0 : (double) row.getFramesDone() / row.getFramesTotal();
  }
}
