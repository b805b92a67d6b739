package io.lipstream.bench.scheduling;

import io.lipstream.batching.Batch;
import io.lipstream.batching.BatchBuffers;
import io.lipstream.batching.BatchLimits;
import io.lipstream.batching.BatchMeter;
import io.lipstream.batching.BatchQueue;
import io.lipstream.batching.DeviceMemory;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * A render worker on virtual time: the product's two buffers, batch queue and device memory, with
 * the times of packing and running in place of its micro-batcher's two threads.
 */
final class SimulatedWorker {
  private final VirtualTime time;
  private final SimulatedDevice device;
  private final BatchLimits limits;
  private final DeviceMemory memory;
  private final BatchBuffers<SimulatedItem, Boolean> buffers;
  private final Runnable roomier;
  private final Consumer<SimulatedItem> finished;
  private long wakeAt = Long.MAX_VALUE;
  private int held;
  private DeviceUse use = DeviceUse.NONE;
  private long startedAt;

  /**
   * @param roomier is run when a batch leaves for the engine
   * @param finished gets each window that was run
   */
  SimulatedWorker(
      VirtualTime time,
      SimulatedDevice device,
      BatchLimits limits,
      Runnable roomier,
      Consumer<SimulatedItem> finished) {
    this.time = time;
    this.device = device;
    this.limits = limits;
    this.roomier = roomier;
    this.finished = finished;
    this.memory = new DeviceMemory(device.memoryBytes() - device.weightBytes());
    this.buffers =
        new BatchBuffers<>(new BatchQueue<>(Integer.MAX_VALUE, limits, memory, BatchMeter.NONE));
  }

  /** Windows that were released to it and that the engine has not begun with. */
  int held() {
    return held;
  }

  DeviceUse use() {
    double ongoing = buffers.isRunning() ? time.now() - startedAt : 0;
    return use.plus(new DeviceUse(ongoing, 0, 0, 0, 0, 0));
  }

  /** Sends a window to it. */
  void send(SimulatedItem item) {
    held++;
    time.after(
        ClusterPlan.NETWORK,
        () -> {
          item.enqueued(time.now());
          if (!buffers.offer(item)) {
            throw new IllegalStateException("the batch queue has no room for what was released");
          }
          advance();
        });
  }

  /** Does what can be done now, and comes again when a batch will be ripe. */
  private void advance() {
    long now = time.now();
    buffers.start(now).ifPresent(this::start);
    buffers.toPack(now).ifPresent(batch -> time.after(ClusterPlan.PACKING, () -> packed(batch)));
    OptionalLong ripeAt = buffers.ripeAt(now);
    if (ripeAt.isPresent() && ripeAt.getAsLong() > now && ripeAt.getAsLong() < wakeAt) {
      wakeAt = ripeAt.getAsLong();
      time.after(wakeAt - now, this::wake);
    }
  }

  private void wake() {
    wakeAt = Long.MAX_VALUE;
    advance();
  }

  private void packed(Batch<SimulatedItem> batch) {
    buffers.packed(batch, true);
    advance();
  }

  private void start(BatchBuffers.Next<SimulatedItem, Boolean> next) {
    time.after(next.content().isPresent() ? 0 : ClusterPlan.PACKING, () -> run(next.batch()));
    startedAt = time.now();
  }

  private void run(Batch<SimulatedItem> batch) {
    startedAt = time.now();
    int frames = batch.items().stream().mapToInt(SimulatedItem::frames).max().orElseThrow();
    int pixels = batch.key().width() * batch.key().height();
    long peak = device.peakBytes(batch.size(), frames, pixels);
    memory.starting(batch.key(), () -> OptionalLong.of(device.weightBytes()));
    if (peak > device.memoryBytes()) {
      time.after((long) device.launchNanos(), () -> exhausted(batch));
      return;
    }
    held -= batch.items().size();
    batch.items().forEach(item -> item.clip().started(item.releasedAt(), time.now()));
    double run = device.runNanos(batch.size(), frames, pixels, batch.key().steps());
    time.after(Math.round(run), () -> ran(batch, peak));
    roomier.run();
  }

  private void exhausted(Batch<SimulatedItem> batch) {
    if (batch.size() == 1) {
      throw new IllegalStateException("the simulated device has no memory for one window");
    }
    memory.exhausted(batch.key(), batch.size());
    buffers.putBack(batch.items());
    count(new DeviceUse(time.now() - startedAt, 0, 0, 0, 0, 1));
  }

  private void ran(Batch<SimulatedItem> batch, long peak) {
    memory.measured(batch.key(), batch.size(), 1, OptionalLong.of(peak));
    int items = batch.items().size();
    long places = Math.max(items, places(batch));
    count(new DeviceUse(time.now() - startedAt, 1, items, places, batch.padding(), 0));
    batch.items().forEach(finished);
  }

  private void count(DeviceUse run) {
    use = use.plus(run);
    buffers.ran();
    advance();
  }

  private long places(Batch<SimulatedItem> batch) {
    long byCost = limits.cost() / batch.items().get(0).cost();
    return Math.min(byCost, limits.atMost(memory.ceiling(batch.key())));
  }
}
