package io.lipstream.bench.scheduling;

import java.util.PriorityQueue;
import java.util.Random;

/**
 * A synchronous server: a thread a request, each with a slice of the device's memory for as long as
 * it runs, all sharing the device in equal parts, single runs. A request that finds no slice
 * flushes the allocator's cache, which stops the device, tries again about every second and fails
 * when it has waited too long. The two times of that are not measured: they are set so that 80
 * users get what is published, 2.3 requests a second and over a tenth of errors; beyond 80 it is
 * the model's word alone.
 */
final class NaiveServer implements Server {
  private static final double FLUSH = 17e6;
  private static final double RETRY = 1e9;
  private static final double PATIENCE = 60e9;

  private final VirtualTime time;
  private final SimulatedDevice device;
  private final Random random;
  private final PriorityQueue<Running> running = new PriorityQueue<>();

  /** Nanoseconds that each of the running requests has had of the device since the beginning. */
  private double served;

  private double updatedAt;
  private double stalledUntil;
  private long change;
  private DeviceUse use = DeviceUse.NONE;

  private record Running(SimulatedClip clip, double servedAtEnd) implements Comparable<Running> {
    @Override
    public int compareTo(Running other) {
      return Double.compare(servedAtEnd, other.servedAtEnd);
    }
  }

  NaiveServer(VirtualTime time, SimulatedDevice device, long seed) {
    this.time = time;
    this.device = device;
    this.random = new Random(seed);
  }

  @Override
  public void submit(SimulatedClip clip) {
    update();
    if (running.size() < SimulatedDevice.NAIVE_SLICES) {
      running.add(new Running(clip, served + device.singleRuns(clip.shape())));
    } else if (time.now() - clip.submittedAt() > PATIENCE) {
      clip.end(time.now(), true);
      return;
    } else {
      stalledUntil = Math.max(stalledUntil, (double) time.now()) + FLUSH;
      double wait = stalledUntil - time.now() + RETRY * (0.5 + random.nextDouble());
      time.after(Math.round(wait), () -> submit(clip));
    }
    next();
  }

  private void update() {
    double now = time.now();
    double from = Math.min(now, Math.max(updatedAt, stalledUntil));
    if (!running.isEmpty()) {
      served += (now - from) / running.size();
      use = use.plus(new DeviceUse(now - from, 0, 0, 0, 0, 0));
    }
    updatedAt = now;
  }

  private void next() {
    if (running.isEmpty()) {
      return;
    }
    long number = ++change;
    double left = (running.element().servedAtEnd() - served) * running.size();
    double stalled = Math.max(0, stalledUntil - time.now());
    time.after((long) Math.ceil(left + stalled), () -> finish(number));
  }

  private void finish(long number) {
    if (number != change) {
      return;
    }
    update();
    SimulatedClip clip = running.remove().clip();
    int windows = clip.shape().windows();
    use = use.plus(new DeviceUse(0, windows, windows, windows, 0, 0));
    next();
    clip.end(time.now(), false);
  }

  @Override
  public DeviceUse use() {
    update();
    return use;
  }
}
