package io.lipstream.gateway;

import io.lipstream.event.JobState;
import io.lipstream.ledger.JobRow;
import io.lipstream.ledger.Ledger;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a row says to a client; SUBMITTED stands for a job that the ledger has not decided on. Pure.
 */
final class TaskState {
  static final String SUBMITTED = "SUBMITTED";

  /** Stands for a job that was purged, or is older than what the ledger remembers. */
  static final String GONE = "GONE";

  /** Every state that a task can show. */
  static final List<String> ALL =
      Stream.concat(
              Stream.of(SUBMITTED),
              Arrays.stream(JobState.values())
                  .filter(state -> state != JobState.UNKNOWN)
                  .map(JobState::name))
          .toList();

  private static final Set<JobState> ENDS =
      EnumSet.of(
          JobState.COMPLETED,
          JobState.FAILED,
          JobState.REJECTED,
          JobState.CANCELLED,
          JobState.EXPIRED);

  private TaskState() {}

  static String of(Optional<JobRow> row) {
    return row.map(TaskState::of).orElse(SUBMITTED);
  }

  private static String of(JobRow row) {
    if (isGone(row)) {
      return GONE;
    }
    return isDecided(row) ? row.getState() : SUBMITTED;
  }

  static boolean isGone(JobRow row) {
    return !row.getGone().isEmpty();
  }

  /** Whether nothing more will be heard of the job. */
  static boolean isOver(JobRow row) {
    return isEnded(row) || isGone(row);
  }

  /** Whether the ledger has met the request itself, not only a command on it. */
  static boolean isDecided(JobRow row) {
    return !row.getState().equals(JobState.UNKNOWN.name());
  }

  /** Whether the row is a refusal that gives way when the request is sent again. */
  static boolean isPassing(JobRow row) {
    return row.getRetryAt() > 0;
  }

  /**
   * Whether the row makes place for a request with its id, so that it is no answer to that one.
   *
   * @param idempotence how long a request id is kept from other content
   */
  static boolean givesWay(JobRow row, Duration idempotence, long now) {
    return isPassing(row) || Ledger.isFree(row, idempotence, now);
  }

  /**
   * Whether the row is what the ledger has said of a request.
   *
   * @param passed when the row was made that gave way to it; anything else where none did
   */
  static boolean isAnswer(JobRow row, long passed) {
    return isDecided(row) && row.getAcceptedAt() != passed;
  }

  static boolean isEnded(JobRow row) {
    return ENDS.stream().anyMatch(state -> state.name().equals(row.getState()));
  }

  static boolean isCompleted(JobRow row) {
    return row.getState().equals(JobState.COMPLETED.name());
  }
}
