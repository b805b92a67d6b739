package io.lipstream.admission;

import io.lipstream.error.ErrorCode;
import io.lipstream.event.JobError;
import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with one request. For one thread. */
final class Faults {
  private final List<JobError> errors = new ArrayList<>();

  void add(ErrorCode code, String message) {
    errors.add(code.jobError(message));
  }

  /** A value outside its range; the value is shown, cut to one line. */
  void invalid(String field, Object value, String expected) {
    add(
        ErrorCode.INVALID_PARAMETER,
        "%s is '%s', expected %s".formatted(field, TextRules.shown(value), expected));
  }

  List<JobError> all() {
    return List.copyOf(errors);
  }
}
