package io.lipstream.bench.gpu;

import io.lipstream.batching.Batch;
import io.lipstream.batching.BatchEngine;
import io.lipstream.batching.BatchItem;
import io.lipstream.batching.BatchKey;
import io.lipstream.batching.BatchLimits;
import io.lipstream.batching.BatchMeter;
import io.lipstream.batching.DeviceMemory;
import io.lipstream.batching.DropReason;
import io.lipstream.batching.MicroBatcher;
import io.lipstream.engine.InputShapes;
import io.lipstream.inference.Network;
import io.lipstream.inference.OutOfDeviceMemory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Looks, by doubling, for a batch that the device has no memory for, and then has as many frames
 * made by the product's micro-batcher, which has to halve it until it fits.
 *
 * @param refused frames of the smallest batch that was refused
 * @param halved sizes that the micro-batcher was refused, in the order in which it tried them
 * @param made frames that were made in the end
 */
record MemoryProbe(int refused, List<Integer> halved, int made) {
  private static final BatchKey KEY = new BatchKey("probe", 1, 1, 1, 1, "");

  /**
   * @param shapes of a batch that fits
   * @param most frames that are tried
   * @return nothing if the device had memory for all that was tried
   */
  static Optional<MemoryProbe> of(Network network, InputShapes shapes, int most)
      throws InterruptedException {
    for (int size = 2 * Run.frames(shapes); size <= most; size *= 2) {
      try {
        network.run(Run.inputs(of(shapes, size)));
      } catch (OutOfDeviceMemory e) {
        return Optional.of(halving(network, shapes, size));
      }
    }
    return Optional.empty();
  }

  private static MemoryProbe halving(Network network, InputShapes shapes, int refused)
      throws InterruptedException {
    List<Integer> halved = new CopyOnWriteArrayList<>();
    BatchMeter meter =
        new BatchMeter() {
          @Override
          public void halved(int size) {
            halved.add(size);
          }
        };
    BatchEngine<Frame, Integer, Integer> engine =
        new BatchEngine<>() {
          @Override
          public Integer pack(Batch<Frame> batch) {
            return batch.size();
          }

          @Override
          public Integer run(Integer size) {
            network.run(Run.inputs(of(shapes, size)));
            return size;
          }
        };
    List<Integer> sizes = Stream.iterate(refused, size -> size / 2).takeWhile(s -> s > 1).toList();
    List<Integer> ascending = new ArrayList<>(List.of(1));
    for (int i = sizes.size() - 1; i >= 0; i--) {
      ascending.add(sizes.get(i));
    }
    BatchLimits limits =
        new BatchLimits(ascending, Long.MAX_VALUE, Duration.ofSeconds(1), Duration.ZERO);
    List<Frame> frames =
        IntStream.range(0, refused).mapToObj(i -> new Frame(System.nanoTime())).toList();
    int made = 0;
    try (MicroBatcher<Frame, Integer, Integer> batcher =
        new MicroBatcher<>(
            "probe",
            refused,
            limits,
            new DeviceMemory(Long.MAX_VALUE),
            engine,
            meter,
            System::nanoTime)) {
      for (Frame frame : frames) {
        batcher.submit(frame);
      }
      for (Frame frame : frames) {
        made += frame.made.join() ? 1 : 0;
      }
    }
    return new MemoryProbe(refused, List.copyOf(halved), made);
  }

  /** The same with another number of frames; what belongs to the portrait is there once. */
  private static InputShapes of(InputShapes shapes, int frames) {
    SortedMap<String, List<Long>> all = new TreeMap<>(shapes.shapes());
    for (String name : List.of("face", "head")) {
      List<Long> axes = new ArrayList<>(all.get(name));
      axes.set(1, axes.get(1) * frames / Run.frames(shapes));
      all.put(name, axes);
    }
    return new InputShapes(all);
  }

  private static final class Frame implements BatchItem<Integer> {
    private final long enqueuedAtNanos;
    private final CompletableFuture<Boolean> made = new CompletableFuture<>();

    Frame(long enqueuedAtNanos) {
      this.enqueuedAtNanos = enqueuedAtNanos;
    }

    @Override
    public BatchKey key() {
      return KEY;
    }

    @Override
    public int frames() {
      return 1;
    }

    @Override
    public long enqueuedAtNanos() {
      return enqueuedAtNanos;
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
    public void completed(Integer result, int index) {
      made.complete(true);
    }

    @Override
    public void failed(RuntimeException failure) {
      made.complete(false);
    }

    @Override
    public void dropped(DropReason reason) {
      made.complete(false);
    }
  }
}
