package io.lipstream.fetch;

import java.time.Duration;

/** A moment on the monotonic clock by which something must be over. Immutable. */
final class Deadline {
  private final long nanoTime;

  private Deadline(long nanoTime) {
    this.nanoTime = nanoTime;
  }

  static Deadline after(Duration duration) {
    return new Deadline(System.nanoTime() + duration.toNanos());
  }

  /** What is left, zero if nothing is. */
  Duration remaining() {
    return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
  }

  boolean passed() {
    return remaining().isZero();
  }
}
