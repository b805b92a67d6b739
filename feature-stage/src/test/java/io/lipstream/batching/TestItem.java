package io.lipstream.batching;

import java.util.Optional;

/** An item that remembers how it ended, and fails a test if it ends twice. */
final class TestItem implements BatchItem<String> {
  static final BatchKey KEY = new BatchKey("bundle", 10, 10, 1, 1, "");

  private final BatchKey key;
  private final long enqueuedAt;
  private final boolean urgent;
  private final int frames;
  private volatile DropReason unwanted;
  private volatile String end = "";

  TestItem(BatchKey key, long enqueuedAt, boolean urgent, int frames) {
    this.key = key;
    this.enqueuedAt = enqueuedAt;
    this.urgent = urgent;
    this.frames = frames;
  }

  static TestItem at(long enqueuedAt) {
    return new TestItem(KEY, enqueuedAt, false, 1);
  }

  static TestItem urgentAt(long enqueuedAt) {
    return new TestItem(KEY, enqueuedAt, true, 1);
  }

  static TestItem of(BatchKey key, long enqueuedAt) {
    return new TestItem(key, enqueuedAt, false, 1);
  }

  TestItem unwantedFor(DropReason reason) {
    unwanted = reason;
    return this;
  }

  /** How the item ended; empty while it has not. */
  String end() {
    return end;
  }

  @Override
  public BatchKey key() {
    return key;
  }

  @Override
  public int frames() {
    return frames;
  }

  @Override
  public long enqueuedAtNanos() {
    return enqueuedAt;
  }

  @Override
  public boolean urgent() {
    return urgent;
  }

  @Override
  public Optional<DropReason> unwanted(long nowNanos) {
    return Optional.ofNullable(unwanted);
  }

  @Override
  public void completed(String result, int index) {
    ended(result + "[" + index + "]");
  }

  @Override
  public void failed(RuntimeException failure) {
    ended("failed: " + failure.getMessage());
  }

  @Override
  public void dropped(DropReason reason) {
    ended("dropped: " + reason);
  }

  private synchronized void ended(String how) {
    end = end.isEmpty() ? how : "ended twice: " + end + ", " + how;
    notifyAll();
  }

  /** Waits for the end, five seconds at most. */
  synchronized String await() throws InterruptedException {
    long until = System.nanoTime() + 5_000_000_000L;
    while (end.isEmpty() && System.nanoTime() < until) {
      wait(50);
    }
    return end;
  }
}
