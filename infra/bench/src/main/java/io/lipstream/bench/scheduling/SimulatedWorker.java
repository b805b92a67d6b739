package io.lipstream.bench.scheduling;

import io.lipstream.batching.Batch;
import io.lipstream.batching.BatchLimits;
import io.lipstream.batching.BatchMeter;
import io.lipstream.batching.BatchQueue;
import io.lipstream.batching.DeviceMemory;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * A render worker on virtual time: the product's batch queue and device memory, and the two threads
 * of its micro-batcher as states. A batch is taken when it is ripe and none is packed, is packed
 * beside the run before, and waits for the engine; the engine starts with it as soon as it is free.
 */
final class SimulatedWorker {
  private final VirtualTime time;
  private final SimulatedDevice device;
  private final BatchLimits limits;
  private final DeviceMemory memory;
  private final BatchQueue<SimulatedItem> queue;
  private final Runnable roomier;
  private final Consumer<SimulatedItem> finished;
  private Batch<SimulatedItem> packed;
  private boolean packing;
  private boolean running;
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
    this.memory = new DeviceMemory(device.memoryBytes());
    this.queue = new BatchQueue<>(Integer.MAX_VALUE, limits, memory, BatchMeter.NONE);
  }

  /** Windows that were released to it and that the engine has not begun with. */
  int held() {
    return held;
  }

  DeviceUse use() {
    double ongoing = running ? time.now() - startedAt : 0;
    return use.plus(new DeviceUse(ongoing, 0, 0, 0, 0, 0));
  }

  /** Sends a window to it. */
  void send(SimulatedItem item) {
    held++;
    time.after(
        ClusterPlan.NETWORK,
        () -> {
          item.enqueued(time.now());
          if (!queue.offer(item)) {
            throw new IllegalStateException("the batch queue has no room for what was released");
          }
          form();
        });
  }

  private void form() {
    if (packing || packed != null) {
      return;
    }
    Optional<Batch<SimulatedItem>> batch = queue.take(time.now());
    if (batch.isPresent()) {
      packing = true;
      time.after(ClusterPlan.PACKING, () -> packed(batch.get()));
      return;
    }
    OptionalLong ripeAt = queue.ripeAt(time.now());
    if (ripeAt.isPresent() && ripeAt.getAsLong() < wakeAt) {
      wakeAt = ripeAt.getAsLong();
      time.after(wakeAt - time.now(), this::wake);
    }
  }

  private void wake() {
    wakeAt = Long.MAX_VALUE;
    form();
  }

  private void packed(Batch<SimulatedItem> batch) {
    packing = false;
    packed = batch;
    start();
  }

  private void start() {
    if (running || packed == null) {
      return;
    }
    Batch<SimulatedItem> batch = packed;
    packed = null;
    running = true;
    startedAt = time.now();
    int frames = batch.items().stream().mapToInt(SimulatedItem::frames).max().orElseThrow();
    int pixels = batch.key().width() * batch.key().height();
    long peak = device.peakBytes(batch.size(), frames, pixels);
    if (peak > device.memoryBytes()) {
      time.after((long) device.launchNanos(), () -> exhausted(batch));
    } else {
      held -= batch.items().size();
      batch.items().forEach(item -> item.clip().started(item.releasedAt(), time.now()));
      double run = device.runNanos(batch.size(), frames, pixels, batch.key().steps());
      time.after(Math.round(run), () -> ran(batch, peak));
      roomier.run();
    }
    form();
  }

  private void exhausted(Batch<SimulatedItem> batch) {
    if (batch.size() == 1) {
      throw new IllegalStateException("the simulated device has no memory for one window");
    }
    memory.exhausted(batch.key(), batch.size());
    queue.putBack(batch.items());
    count(new DeviceUse(time.now() - startedAt, 0, 0, 0, 0, 1));
    form();
  }

  private void ran(Batch<SimulatedItem> batch, long peak) {
    memory.measured(batch.key(), batch.size(), OptionalLong.of(peak));
    int items = batch.items().size();
    long places = Math.max(items, places(batch));
    count(new DeviceUse(time.now() - startedAt, 1, items, places, batch.padding(), 0));
    batch.items().forEach(finished);
  }

  private void count(DeviceUse run) {
    use = use.plus(run);
    running = false;
    start();
  }

  private long places(Batch<SimulatedItem> batch) {
    long byCost = limits.cost() / batch.items().get(0).cost();
    return Math.min(byCost, limits.atMost(memory.ceiling(batch.key())));
  }
}
