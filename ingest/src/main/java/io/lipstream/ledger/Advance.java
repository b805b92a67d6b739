package io.lipstream.ledger;

import io.lipstream.event.JobState;
import io.lipstream.event.Outcome;

/**
 * How far a job is. States of one attempt only go forward and the announced share only grows,
 * however reports are ordered; the time to the end follows from the frames rendered since the first
 * report of any. Pure.
 */
final class Advance {
  private static final double FETCHING = 0.02;
  private static final double RENDERING = 0.05;
  private static final double RENDERED = 0.95;
  private static final double ASSEMBLING = 0.97;

  private Advance() {}

  /** The row after a report of progress on its newest attempt. */
  static JobRow of(JobRow row, Outcome report, long now) {
    JobState state = later(Rows.state(row), report.getState());
    int total = Math.max(row.getFramesTotal(), report.getFramesTotal());
    int done = Math.min(total, Math.max(row.getFramesDone(), report.getFramesDone()));
    JobRow.Builder next =
        JobRow.newBuilder(row)
            .setState(state.name())
            .setFramesTotal(total)
            .setFramesDone(done)
            .setReportedAt(now)
            .setFraction(Math.max(row.getFraction(), share(state, done, total)));
    if (state == JobState.RENDERING && row.getRenderingSince() == 0) {
      next.setRenderingSince(now).setFramesAtStart(done);
    }
    return next.build();
  }

  /** Milliseconds until the frames are rendered; null when there is nothing to judge by. */
  static Long remaining(JobRow row, long now) {
    long frames = row.getFramesDone() - (long) row.getFramesAtStart();
    long elapsed = now - row.getRenderingSince();
    if (Rows.state(row) != JobState.RENDERING || frames <= 0 || elapsed <= 0) {
      return null;
    }
    long left = row.getFramesTotal() - (long) row.getFramesDone();
    return left * elapsed / frames;
  }

  private static double share(JobState state, int done, int total) {
    return switch (state) {
      case FETCHING -> FETCHING;
      case RENDERING ->
          RENDERING + (RENDERED - RENDERING) * (total == 0 ? 0 : (double) done / total);
      case ASSEMBLING -> ASSEMBLING;
      case UNKNOWN, QUEUED, COMPLETED, FAILED, REJECTED, CANCELLED, EXPIRED -> 0;
    };
  }

  private static JobState later(JobState held, JobState reported) {
    return switch (reported) {
      case FETCHING, RENDERING, ASSEMBLING -> reported.compareTo(held) > 0 ? reported : held;
      case UNKNOWN, QUEUED, COMPLETED, FAILED, REJECTED, CANCELLED, EXPIRED -> held;
    };
  }
}
