package io.lipstream.admission;

import io.lipstream.error.ErrorCode;
import io.lipstream.event.JobError;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Collects what is wrong with one request, each field under the name that its sender has used. For
 * one thread.
 */
final class Faults {
  private final List<JobError> errors = new ArrayList<>();
  private final UnaryOperator<String> names;

  /**
   * @param names the sender's name of a field
   */
  Faults(UnaryOperator<String> names) {
    this.names = names;
  }

  void add(ErrorCode code, String message) {
    errors.add(code.jobError(message));
  }

  /** A value outside its range; the value is shown, cut to one line. */
  void invalid(String field, Object value, String expected) {
    add(
        ErrorCode.INVALID_PARAMETER,
        "%s is '%s', expected %s".formatted(names.apply(field), TextRules.shown(value), expected));
  }

  /** An asset that may not be fetched. */
  void forbidden(String field, String reason) {
    add(ErrorCode.ASSET_FORBIDDEN, names.apply(field) + " " + reason);
  }

  List<JobError> all() {
    return List.copyOf(errors);
  }
}
