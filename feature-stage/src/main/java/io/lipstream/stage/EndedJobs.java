package io.lipstream.stage;

import java.io.Serializable;

/**
 * Which jobs have ended though their work is still on its way: cancelled, expired, failed. Best
 * effort: it saves work, it decides nothing. Thread-safe.
 */
@FunctionalInterface
public interface EndedJobs extends AutoCloseable {
  boolean contains(String jobId);

  @Override
  default void close() {}

  /** Opens it where it is asked; travels with the job graph. */
  @FunctionalInterface
  interface Source extends Serializable {
    EndedJobs open();

    /** Knows of none. */
    static Source none() {
      return () -> jobId -> false;
    }
  }
}
