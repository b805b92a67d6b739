package io.lipstream.batching;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.inference.OutOfDeviceMemory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The batcher on threads, with devices that fail as real ones do. */
@Timeout(60)
final class MicroBatcherTest {
  private static final BatchLimits LIMITS =
      new BatchLimits(List.of(1, 2, 4, 8), 1_000_000, Duration.ofMillis(20), Duration.ofMillis(50));

  private final List<MicroBatcher<?, ?, ?>> opened = new ArrayList<>();
  private final List<Device> devices = new ArrayList<>();
  private final DeviceMemory memory = new DeviceMemory(Long.MAX_VALUE);

  @AfterEach
  void close() {
    devices.forEach(device -> device.gate.countDown());
    opened.forEach(MicroBatcher::close);
    for (Device device : devices) {
      assertThat(device.inUse).as("packed and not released").isEmpty();
      assertThat(device.faults).isEmpty();
    }
  }

  @Test
  void atATrickleEveryItemIsMadeWithoutWaitingForANext() throws InterruptedException {
    Device device = new Device(8);
    MicroBatcher<TestItem, Batch<TestItem>, String> batcher = batcher(device, 64);
    for (int i = 0; i < 5; i++) {
      TestItem item = TestItem.at(System.nanoTime());
      batcher.submit(item);
      assertThat(item.await()).isEqualTo("made[0]");
    }
    assertThat(device.sizes).containsExactly(1, 1, 1, 1, 1);
  }

  @Test
  void anItemAloneIsBegunWithAfterTheDelay() throws InterruptedException {
    AtomicLong waited = new AtomicLong();
    BatchMeter meter =
        new BatchMeter() {
          @Override
          public void closed(Batch<?> batch, Duration time) {
            waited.set(time.toMillis());
          }
        };
    MicroBatcher<TestItem, Batch<TestItem>, String> batcher =
        batcher(new Device(8), 64, meter, System::nanoTime);
    TestItem item = TestItem.at(System.nanoTime());
    batcher.submit(item);
    assertThat(item.await()).isEqualTo("made[0]");
    assertThat(waited.get()).isBetween(20L, 2_000L);
  }

  @Test
  void aBatchPastItsDelayFillsUntilTheEngineIsFree() throws InterruptedException {
    Device device = new Device(8);
    device.gate = new CountDownLatch(1);
    MicroBatcher<TestItem, Batch<TestItem>, String> batcher = batcher(device, 64);
    List<TestItem> items = new ArrayList<>(submit(batcher, 8));
    device.awaitRuns(1);
    for (int i = 0; i < 4; i++) {
      items.addAll(submit(batcher, 1));
      Thread.sleep(2 * LIMITS.delay().toMillis());
    }
    device.gate.countDown();
    for (TestItem item : items) {
      assertThat(item.await()).startsWith("made");
    }
    assertThat(device.sizes).containsExactly(8, 4);
  }

  @Test
  void whatIsUnwantedWhenTheEngineIsFreeIsNotRunThoughItWasPacked() throws InterruptedException {
    Device device = new Device(8);
    device.gate = new CountDownLatch(1);
    MicroBatcher<TestItem, Batch<TestItem>, String> batcher = batcher(device, 64);
    submit(batcher, 8);
    List<TestItem> packed = submit(batcher, 8);
    assertThat(device.packed.await(5, TimeUnit.SECONDS)).isTrue();
    packed.forEach(item -> item.unwantedFor(DropReason.CANCELLED));
    device.gate.countDown();
    for (TestItem item : packed) {
      assertThat(item.await()).isEqualTo("dropped: CANCELLED");
    }
    TestItem next = submit(batcher, 1).get(0);
    assertThat(next.await()).isEqualTo("made[0]");
    assertThat(device.sizes).containsExactly(8, 1);
  }

  @Test
  void whatIsCancelledWhileAnIdleEnginePacksItIsNotRun() throws InterruptedException {
    Device device = new Device(8);
    MicroBatcher<TestItem, Batch<TestItem>, String> batcher = batcher(device, 64);
    TestItem cancelled = TestItem.at(System.nanoTime());
    device.whilePacking = () -> cancelled.unwantedFor(DropReason.CANCELLED);
    batcher.submit(cancelled);
    assertThat(cancelled.await()).isEqualTo("dropped: CANCELLED");
    assertThat(device.sizes).isEmpty();
  }

  @Test
  void anErrorOfTheVirtualMachineEndsNeitherThread() throws InterruptedException {
    Device device = new Device(8);
    MicroBatcher<TestItem, Batch<TestItem>, String> batcher = batcher(device, 64);
    device.errors.set(1);
    for (TestItem item : submit(batcher, 40)) {
      assertThat(item.await()).startsWith("made");
    }
    device.gate = new CountDownLatch(1);
    List<TestItem> running = submit(batcher, 8);
    device.awaitRuns(device.sizes.size() + 1);
    device.packErrors.set(1);
    List<TestItem> packed = submit(batcher, 8);
    while (device.packErrors.get() > 0) {
      Thread.sleep(1);
    }
    device.gate.countDown();
    for (TestItem item : Stream.concat(running.stream(), packed.stream()).toList()) {
      assertThat(item.await()).startsWith("made");
    }
  }

  @Test
  void aLoneItemThatFailsIsTriedAgainOnce() throws InterruptedException {
    Device device = new Device(8);
    MicroBatcher<TestItem, Batch<TestItem>, String> batcher = batcher(device, 64);
    device.errors.set(1);
    assertThat(submit(batcher, 1).get(0).await()).isEqualTo("made[0]");
    device.errors.set(2);
    assertThat(submit(batcher, 1).get(0).await()).startsWith("failed: ");
    assertThat(device.errors.get()).isZero();
  }

  @Test
  void whatComesWhileTheEngineIsBusyGoesTogether() throws InterruptedException {
    Device device = new Device(8);
    device.gate = new CountDownLatch(1);
    MicroBatcher<TestItem, Batch<TestItem>, String> batcher = batcher(device, 64);
    List<TestItem> items = submit(batcher, 24);
    device.gate.countDown();
    for (TestItem item : items) {
      assertThat(item.await()).startsWith("made");
    }
    assertThat(device.sizes).containsExactly(8, 8, 8);
  }

  @Test
  void theNextBatchIsPackedWhileOneRuns() throws InterruptedException {
    Device device = new Device(8);
    device.gate = new CountDownLatch(1);
    MicroBatcher<TestItem, Batch<TestItem>, String> batcher = batcher(device, 64);
    submit(batcher, 16);
    assertThat(device.packed.await(5, TimeUnit.SECONDS)).isTrue();
    device.awaitRuns(1);
    assertThat(device.sizes).hasSize(1);
    device.gate.countDown();
  }

  @Test
  void aDeviceWithLittleMemoryMakesEverythingInSmallerBatchesAndIsNotAskedAgain()
      throws InterruptedException {
    Device device = new Device(3);
    MicroBatcher<TestItem, Batch<TestItem>, String> batcher = batcher(device, 64);
    for (TestItem item : submit(batcher, 40)) {
      assertThat(item.await()).startsWith("made");
    }
    assertThat(device.exhaustions).isSubsetOf(8, 4).doesNotContainSequence(4, 8);
    assertThat(device.exhaustions.size()).as("one that ran, one packed, a size").isBetween(2, 4);
    assertThat(device.sizes).allMatch(size -> size <= 2);
  }

  @Test
  void aDeviceWithoutMemoryForOneItemFailsThatItemOnly() throws InterruptedException {
    MicroBatcher<TestItem, Batch<TestItem>, String> batcher = batcher(new Device(0), 64);
    TestItem item = TestItem.at(System.nanoTime());
    batcher.submit(item);
    assertThat(item.await()).startsWith("failed: ").contains("no memory for one item of 10x10");
  }

  @Test
  void ofAFailedBatchOnlyTheBadItemFails() throws InterruptedException {
    Device device = new Device(8);
    device.gate = new CountDownLatch(1);
    MicroBatcher<TestItem, Batch<TestItem>, String> batcher = batcher(device, 64);
    List<TestItem> items = submit(batcher, 8);
    device.bad = items.get(5);
    device.gate.countDown();
    for (TestItem item : items) {
      assertThat(item.await()).startsWith(item == device.bad ? "failed: " : "made[0]");
    }
    assertThat(device.sizes).containsExactly(8, 1, 1, 1, 1, 1, 1, 1, 1);
  }

  @Test
  void producersWaitForRoomAndAClosedBatcherDropsWhatItHolds() throws InterruptedException {
    Device device = new Device(8);
    device.gate = new CountDownLatch(1);
    MicroBatcher<TestItem, Batch<TestItem>, String> batcher = batcher(device, 8);
    List<TestItem> items = new CopyOnWriteArrayList<>();
    Thread producer =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < 100; i++) {
                  TestItem item = TestItem.at(System.nanoTime());
                  items.add(item);
                  batcher.submit(item);
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    producer.start();
    assertThat(device.packed.await(5, TimeUnit.SECONDS)).isTrue();
    producer.join(300);
    assertThat(items.size()).isLessThanOrEqualTo(3 * 8 + 1);
    device.gate.countDown();
    batcher.close();
    producer.join(5_000);
    assertThat(items).hasSize(100);
    assertThat(items).allMatch(item -> item.end().matches("made\\[\\d\\]|dropped: CLOSED"));
    assertThat(items).anyMatch(item -> item.end().equals("dropped: CLOSED"));
  }

  private MicroBatcher<TestItem, Batch<TestItem>, String> batcher(Device device, int capacity) {
    return batcher(device, capacity, BatchMeter.NONE, System::nanoTime);
  }

  private MicroBatcher<TestItem, Batch<TestItem>, String> batcher(
      Device device, int capacity, BatchMeter meter, LongSupplier clock) {
    MicroBatcher<TestItem, Batch<TestItem>, String> batcher =
        new MicroBatcher<>("test", capacity, LIMITS, memory, device, meter, clock);
    opened.add(batcher);
    devices.add(device);
    return batcher;
  }

  private static List<TestItem> submit(
      MicroBatcher<TestItem, Batch<TestItem>, String> batcher, int count)
      throws InterruptedException {
    long now = System.nanoTime();
    List<TestItem> items = Stream.generate(() -> TestItem.at(now)).limit(count).toList();
    for (TestItem item : items) {
      batcher.submit(item);
    }
    return items;
  }

  /** A device with memory for batches of some size, which takes no batch with a bad item. */
  private static final class Device implements BatchEngine<TestItem, Batch<TestItem>, String> {
    private final int room;
    private final List<Integer> sizes = new CopyOnWriteArrayList<>();
    private final List<Integer> exhaustions = new CopyOnWriteArrayList<>();
    private final CountDownLatch packed = new CountDownLatch(2);
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private final AtomicInteger errors = new AtomicInteger();
    private final AtomicInteger packErrors = new AtomicInteger();
    private volatile Runnable whilePacking = () -> {};
    private volatile TestItem bad;
    private final Set<Batch<TestItem>> inUse =
        Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
    private final List<String> faults = new CopyOnWriteArrayList<>();

    Device(int room) {
      this.room = room;
    }

    @Override
    public Batch<TestItem> pack(Batch<TestItem> batch) {
      if (packErrors.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new OutOfMemoryError("Java heap space");
      }
      whilePacking.run();
      packed.countDown();
      inUse.add(batch);
      return batch;
    }

    @Override
    public void release(Batch<TestItem> batch) {
      if (!inUse.remove(batch)) {
        faults.add("released twice");
      }
    }

    void awaitRuns(int runs) throws InterruptedException {
      while (sizes.size() < runs) {
        Thread.sleep(1);
      }
    }

    @Override
    public String run(Batch<TestItem> batch) {
      if (batch.size() > room) {
        exhaustions.add(batch.size());
        throw new OutOfDeviceMemory("the device is out of memory", null);
      }
      if (errors.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new OutOfMemoryError("Java heap space");
      }
      sizes.add(batch.size());
      try {
        gate.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      if (!inUse.contains(batch)) {
        faults.add("released while it ran");
      }
      if (bad != null && batch.items().contains(bad)) {
        throw new IllegalStateException("bad item");
      }
      return "made";
    }
  }
}
