package io.lipstream.bench.scheduling;

import io.lipstream.batching.Batch;
import io.lipstream.batching.BatchEngine;
import io.lipstream.batching.BatchItem;
import io.lipstream.batching.BatchKey;
import io.lipstream.batching.BatchMeter;
import io.lipstream.batching.DeviceMemory;
import io.lipstream.batching.DropReason;
import io.lipstream.batching.MicroBatcher;
import io.lipstream.interleaving.ClipCursor;
import io.lipstream.interleaving.SegmentRing;
import io.lipstream.pipeline.Segment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * The same load once on virtual time and once on the real clock: there the product's micro-batchers
 * on their own threads, with engines that sleep for as long as the device would run, and one thread
 * that releases segments of the product's ring by the rule of the simulation. So few users that the
 * devices are not always busy: else every run would agree.
 */
final class RealTimeRun {
  private static final int USERS_OF_TEN_DEVICES = 15;
  private static final Duration WARM_UP = Duration.ofSeconds(15);
  private static final long PAUSE = Duration.ofMillis(1).toNanos();

  private final int devices;
  private final Duration length;
  private final long seed;
  private final ClipMix mix = ClipMix.standard();
  private final SimulatedDevice device = SimulatedDevice.normalised(mix);
  private final ClusterPlan plan;

  RealTimeRun(int devices, Duration length, long seed) {
    this.devices = devices;
    this.length = length;
    this.seed = seed;
    ClusterPlan several = ClusterPlan.of(devices);
    this.plan = several.withInterleavers(1);
  }

  private int users() {
    return devices * USERS_OF_TEN_DEVICES / 10;
  }

  /** Utilisation on virtual time; the mean of ten lengths, since one of them is short. */
  double simulated() {
    return new ClosedLoop(mix, users(), seed)
        .run(
            time -> new LipstreamServer(time, device, plan),
            devices,
            WARM_UP,
            length.multipliedBy(10))
        .busy();
  }

  /** Utilisation on the real clock. */
  double real() {
    Random random = new Random(seed);
    List<SleepingWorker> workers = new ArrayList<>();
    for (int i = 0; i < devices; i++) {
      workers.add(new SleepingWorker(i));
    }
    SegmentRing ring = new SegmentRing(Map.of());
    Map<String, RealClip> clips = new HashMap<>();
    List<RealClip> users = new ArrayList<>();
    int asked = 0;
    try {
      long begin = System.nanoTime();
      long measureFrom = begin + WARM_UP.toNanos();
      double before = -1;
      while (System.nanoTime() < measureFrom + length.toNanos()) {
        before = before < 0 && System.nanoTime() >= measureFrom ? slept(workers) : before;
        while (users.size() < users()) {
          RealClip clip = new RealClip(mix.draw(random), "clip-" + asked++);
          users.add(clip);
          clips.put(clip.clip.id(), clip);
          clip.readyAt = System.nanoTime() + ClusterPlan.PREPARATION;
        }
        offerPrepared(users, ring);
        release(ring, clips, workers);
        users.removeIf(clip -> clip.isOver() && clips.remove(clip.clip.id(), clip));
        LockSupport.parkNanos(PAUSE);
      }
      return (slept(workers) - before) / ((double) length.toNanos() * devices);
    } finally {
      workers.forEach(worker -> worker.batcher.close());
    }
  }

  private static void offerPrepared(List<RealClip> users, SegmentRing ring) {
    for (RealClip clip : users) {
      if (!clip.offered && System.nanoTime() >= clip.readyAt) {
        clip.offered = true;
        ring.offer(new ClipCursor(clip.clip.prepared(), 0));
      }
    }
  }

  private void release(
      SegmentRing ring, Map<String, RealClip> clips, List<SleepingWorker> workers) {
    while (!ring.isEmpty()) {
      SleepingWorker worker = workers.get(0);
      for (SleepingWorker other : workers) {
        worker = other.held.get() < worker.held.get() ? other : worker;
      }
      if (worker.held.get() >= 2 * plan.limits().largest()) {
        return;
      }
      Segment segment = ring.next();
      worker.send(new RealItem(clips.get(segment.clip().job().jobId()), segment.frames()));
    }
  }

  private static double slept(List<SleepingWorker> workers) {
    return workers.stream().mapToLong(worker -> worker.slept.sum()).sum();
  }

  /** A micro-batcher with an engine that sleeps. */
  private final class SleepingWorker
      implements BatchEngine<RealItem, Batch<RealItem>, Batch<RealItem>> {
    private final AtomicInteger held = new AtomicInteger();
    private final LongAdder slept = new LongAdder();
    private final MicroBatcher<RealItem, Batch<RealItem>, Batch<RealItem>> batcher;

    SleepingWorker(int number) {
      batcher =
          new MicroBatcher<>(
              "sleeping-" + number,
              2 * plan.limits().largest(),
              plan.limits(),
              new DeviceMemory(device.memoryBytes()),
              this,
              BatchMeter.NONE,
              System::nanoTime);
    }

    void send(RealItem item) {
      held.incrementAndGet();
      try {
        batcher.submit(item);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public Batch<RealItem> pack(Batch<RealItem> batch) {
      LockSupport.parkNanos(ClusterPlan.PACKING);
      return batch;
    }

    @Override
    public Batch<RealItem> run(Batch<RealItem> batch) {
      long start = System.nanoTime();
      held.addAndGet(-batch.items().size());
      long end =
          start
              + Math.round(
                  device.runNanos(
                      batch.size(),
                      ClipShape.WINDOW_FRAMES,
                      batch.key().width() * batch.key().height(),
                      batch.key().steps()));
      for (long now = start; now < end; now = System.nanoTime()) {
        LockSupport.parkNanos(end - now);
      }
      slept.add(System.nanoTime() - start);
      return batch;
    }
  }

  private static final class RealClip {
    private final SimulatedClip clip;
    private final AtomicInteger left;
    private long readyAt;
    private boolean offered;
    private volatile long madeAt;

    RealClip(ClipShape shape, String id) {
      clip = new SimulatedClip(shape, id, "tenant", false, 0, ended -> {});
      left = new AtomicInteger(shape.windows());
    }

    void windowDone() {
      if (left.decrementAndGet() == 0) {
        madeAt = System.nanoTime();
      }
    }

    boolean isOver() {
      return left.get() == 0
          && madeAt != 0
          && System.nanoTime() - madeAt > ClusterPlan.ENCODING + ClusterPlan.ASSEMBLY;
    }
  }

  private record RealItem(RealClip clip, int frames, BatchKey key, long enqueuedAtNanos)
      implements BatchItem<Batch<RealItem>> {
    RealItem(RealClip clip, int frames) {
      this(clip, frames, clip.clip.shape().key(), System.nanoTime());
    }

    @Override
    public boolean urgent() {
      return false;
    }

    @Override
    public Optional<DropReason> unwanted(long nowNanos) {
      return Optional.empty();
    }

    @Override
    public void completed(Batch<RealItem> result, int index) {
      clip.windowDone();
    }

    @Override
    public void failed(RuntimeException failure) {
      throw new IllegalStateException("a sleeping engine failed", failure);
    }

    @Override
    public void dropped(DropReason reason) {
      // The run is over.
    }
  }
}
