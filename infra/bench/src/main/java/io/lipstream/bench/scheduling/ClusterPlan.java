package io.lipstream.bench.scheduling;

import io.lipstream.batching.BatchLimits;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The model of what stands around the product's interleaver and batcher.
 *
 * @param devices one worker each
 * @param interleavers subtasks; each has a ring a lane, and clips are dealt out to them in turn
 * @param interleaverClips clips that a lane's ring holds; more wait in line before it
 * @param interactiveShare interactive segments released for each bulk one while both lanes have
 *     some
 * @param tenantWeights shares of tenants; 1 for one that is not named
 * @param limits of each worker's batches
 */
record ClusterPlan(
    int devices,
    int interleavers,
    int interleaverClips,
    int interactiveShare,
    Map<String, Double> tenantWeights,
    BatchLimits limits) {
  /** From the request to the clip that is ready to be cut: fetching, decoding, features. */
  static final long PREPARATION = Duration.ofMillis(80).toNanos();

  /** From the release of a segment to the batcher. */
  static final long NETWORK = Duration.ofMillis(1).toNanos();

  /** Packing and transfer of a batch, beside the run before. */
  static final long PACKING = Duration.ofMillis(2).toNanos();

  /** Encoding and storing a segment, beside the runs after. */
  static final long ENCODING = Duration.ofMillis(25).toNanos();

  /** Joining and publishing a clip. */
  static final long ASSEMBLY = Duration.ofMillis(60).toNanos();

  private static final int REFERENCE_WINDOWS = 9;

  static long windowCost() {
    return (long) ClipShape.WINDOW_FRAMES
        * SimulatedDevice.REFERENCE_PIXELS
        * SimulatedDevice.REFERENCE_STEPS;
  }

  /** Eight windows of 512x512, four of 768x768 or two of 1024x1024 are a full batch. */
  static ClusterPlan of(int devices) {
    return new ClusterPlan(
        devices,
        Math.max(1, devices / 4),
        256,
        3,
        Map.of(),
        new BatchLimits(
            List.of(1, 2, 4, 8),
            REFERENCE_WINDOWS * windowCost(),
            Duration.ofMillis(400),
            Duration.ofSeconds(1)));
  }

  ClusterPlan weighing(Map<String, Double> tenants) {
    return new ClusterPlan(
        devices, interleavers, interleaverClips, interactiveShare, tenants, limits);
  }

  ClusterPlan withInterleavers(int count) {
    return new ClusterPlan(
        devices, count, interleaverClips, interactiveShare, tenantWeights, limits);
  }

  ClusterPlan closing(BatchLimits other) {
    return new ClusterPlan(
        devices, interleavers, interleaverClips, interactiveShare, tenantWeights, other);
  }
}
