package io.lipstream.bench.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The product's rings, batch queue and device memory on simulated devices. */
final class LipstreamServerTest {
  private final SimulatedDevice device = SimulatedDevice.normalised(ClipMix.standard());

  @Test
  void theSameSeedGivesTheSameRun() {
    double[] first = load(device, 60, 7).made();
    assertThat(load(device, 60, 7).made()).isEqualTo(first);
    assertThat(load(device, 60, 8).made()).isNotEqualTo(first);
  }

  @Test
  void aLoadedDeviceIsBusyWithFullBatches() {
    LoadResult result = load(device, 200, 1);
    assertThat(result.errors()).isZero();
    assertThat(result.busy()).isGreaterThanOrEqualTo(0.95);
    assertThat(result.use().fill()).isBetween(0.9, 1.0);
    assertThat(result.throughput()).isGreaterThan(1.2 * SimulatedDevice.NAIVE_PEAK);
  }

  @Test
  void aDeviceWithLittleMemoryRunsHalvesAndFailsNothing() {
    long forThree = device.weightBytes() + 4 * device.windowBytes();
    LoadResult result = load(device.withMemory(forThree), 20, 1);
    assertThat(result.errors()).isZero();
    assertThat(result.throughput()).isPositive();
    assertThat(result.busy()).isGreaterThan(0.95);
  }

  @Test
  void theCeilingIsRememberedForEachShape() {
    VirtualTime time = new VirtualTime();
    SimulatedDevice small = device.withMemory(device.weightBytes() + 4 * device.windowBytes());
    LipstreamServer server = new LipstreamServer(time, small, ClusterPlan.of(1));
    List<SimulatedClip> clips =
        new SimulatedClips(time).submitAll(server, 40, ClipShape.seconds(20, 512), "a", false);
    time.runOut();
    assertThat(clips).allMatch(clip -> clip.endedAt() > 0 && !clip.failed());
    // One batch of eight is tried, and the next that was packed beside it.
    assertThat(server.use().halvings()).isBetween(1L, 2L);
    assertThat(server.use().items()).isEqualTo(800);
  }

  @Test
  void aLoneClipWaitsForNothingButTheDelay() {
    VirtualTime time = new VirtualTime();
    ClusterPlan plan = ClusterPlan.of(1);
    LipstreamServer server = new LipstreamServer(time, device, plan);
    SimulatedClip clip =
        new SimulatedClips(time).submit(server, ClipShape.seconds(3, 512), "a", false);
    time.runOut();
    double most =
        ClusterPlan.PREPARATION
            + ClusterPlan.NETWORK
            + plan.limits().delay().toNanos()
            + ClusterPlan.PACKING
            + device.runNanos(4, 25, 512 * 512, 25)
            + ClusterPlan.ENCODING
            + ClusterPlan.ASSEMBLY;
    assertThat((double) clip.latency()).isLessThanOrEqualTo(most + 1);
  }

  @Test
  void wholeClipsDealtOutLeaveDevicesIdle() {
    ClipMix skewed = ClipMix.standard().withLonger(0.05, 20);
    ClosedLoop loop = new ClosedLoop(skewed, 80, 3);
    Duration warmUp = Duration.ofMinutes(5);
    Duration measured = Duration.ofMinutes(10);
    LoadResult shared =
        loop.run(time -> new LipstreamServer(time, device, ClusterPlan.of(8)), 8, warmUp, measured);
    LoadResult dealt =
        loop.run(time -> new RoundRobinServers(time, device, 8), 8, warmUp, measured);
    assertThat(shared.busy()).isGreaterThanOrEqualTo(0.9);
    assertThat(dealt.busy()).isLessThan(shared.busy() - 0.05);
  }

  @Test
  void everyWindowIsRunOnce() {
    VirtualTime time = new VirtualTime();
    LipstreamServer server = new LipstreamServer(time, device, ClusterPlan.of(3));
    int[] seconds = {1, 2, 7, 13, 60};
    SimulatedClips clips = new SimulatedClips(time);
    for (int each : seconds) {
      clips.submit(server, ClipShape.seconds(each, 768), "a", each % 2 == 0);
    }
    time.runOut();
    assertThat(server.use().items()).isEqualTo(Arrays.stream(seconds).sum());
    assertThat(clips.all()).allMatch(clip -> clip.endedAt() > 0);
  }

  private static LoadResult load(SimulatedDevice device, int users, long seed) {
    return new ClosedLoop(ClipMix.standard(), users, seed)
        .run(
            time -> new LipstreamServer(time, device, ClusterPlan.of(1)),
            1,
            Duration.ofMinutes(1),
            Duration.ofMinutes(5));
  }
}
