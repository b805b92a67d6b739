package io.lipstream.gateway;

import io.lipstream.error.ErrorCode;
import io.lipstream.event.JobError;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A call that is answered with a problem document. Carries no stack trace: it is no fault of ours.
 */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;
  static final Duration SOON = Duration.ofSeconds(5);

  private final transient List<JobError> violations;
  private final transient Optional<String> taskId;
  private final transient Optional<Duration> retryAfter;

  private Refusal(
      List<JobError> violations, Optional<String> taskId, Optional<Duration> retryAfter) {
    super(violations.get(0).getMessage(), null, false, false);
    this.violations = List.copyOf(violations);
    this.taskId = taskId;
    this.retryAfter = retryAfter;
  }

  /** Everything that is wrong with the call, at least one. */
  static Refusal of(List<JobError> violations) {
    return new Refusal(violations, Optional.empty(), Optional.empty());
  }

  static Refusal of(ErrorCode code, String message) {
    return of(List.of(code.jobError(message)));
  }

  /** For what passes by itself within seconds. */
  static Refusal unavailable(String message) {
    return of(ErrorCode.SERVICE_UNAVAILABLE, message).retryAfter(SOON);
  }

  Refusal about(String id) {
    return new Refusal(violations, Optional.of(id), retryAfter);
  }

  Refusal retryAfter(Duration wait) {
    return new Refusal(violations, taskId, Optional.of(wait));
  }

  List<JobError> violations() {
    return violations;
  }

  Optional<String> taskId() {
    return taskId;
  }

  Optional<Duration> retryAfter() {
    return retryAfter;
  }
}
