package io.lipstream.batching;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.inference.OutOfDeviceMemory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The batcher on threads, with devices that fail as real ones do. */
final class MicroBatcherTest {
  private static final BatchLimits LIMITS =
      new BatchLimits(List.of(1, 2, 4, 8), 1_000_000, Duration.ofMillis(20), Duration.ofMillis(50));

  private final List<MicroBatcher<?, ?, ?>> opened = new ArrayList<>();
  private final DeviceMemory memory = new DeviceMemory(Long.MAX_VALUE);

  @AfterEach
  void close() {
    opened.forEach(MicroBatcher::close);
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
    MicroBatcher<TestItem, Batch<TestItem>, String> batcher =
        new MicroBatcher<>(
            "test", capacity, LIMITS, memory, device, BatchMeter.NONE, System::nanoTime);
    opened.add(batcher);
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
    private volatile TestItem bad;

    Device(int room) {
      this.room = room;
    }

    @Override
    public Batch<TestItem> pack(Batch<TestItem> batch) {
      packed.countDown();
      return batch;
    }

    @Override
    public String run(Batch<TestItem> batch) {
      if (batch.size() > room) {
        exhaustions.add(batch.size());
        throw new OutOfDeviceMemory("the device is out of memory", null);
      }
      sizes.add(batch.size());
      try {
        gate.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      if (bad != null && batch.items().contains(bad)) {
        throw new IllegalStateException("bad item");
      }
      return "made";
    }
  }
}
