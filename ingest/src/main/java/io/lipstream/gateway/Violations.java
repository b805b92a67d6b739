package io.lipstream.gateway;

import io.javalin.http.Context;
import io.lipstream.error.ErrorCode;
import io.lipstream.event.JobError;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** What is wrong with one call, collected so that all of it is said at once. For one thread. */
final class Violations {
  private static final String ATTRIBUTE = "violations";

  private final List<JobError> all = new ArrayList<>();

  /** Those of a call, which has one collection. */
  static Violations of(Context context) {
    Violations violations = context.attribute(ATTRIBUTE);
    if (violations == null) {
      violations = new Violations();
      context.attribute(ATTRIBUTE, violations);
    }
    return violations;
  }

  void add(ErrorCode code, String message) {
    all.add(code.jobError(message));
  }

  void addAll(List<JobError> errors) {
    all.addAll(errors);
  }

  /** What is read, or the other value where the reading is refused, which is taken note of. */
  <T> T or(Supplier<T> reading, T otherwise) {
    try {
      return reading.get();
    } catch (Refusal e) {
      all.addAll(e.violations());
      return otherwise;
    }
  }

  /**
   * What is read and nothing can be judged without.
   *
   * @throws Refusal with all that was found before too
   */
  <T> T orEnd(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (Refusal e) {
      List<JobError> both = new ArrayList<>(e.violations());
      both.addAll(all);
      throw Refusal.of(both);
    }
  }

  List<JobError> all() {
    return List.copyOf(all);
  }

  /**
   * @throws Refusal if anything was found
   */
  void check() {
    if (!all.isEmpty()) {
      throw Refusal.of(all);
    }
  }
}
