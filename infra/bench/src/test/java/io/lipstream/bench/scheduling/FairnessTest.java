package io.lipstream.bench.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who waits for whom, with the product's rings and batch queue and one simulated device. */
final class FairnessTest {
  private static final ClipShape SHORT = ClipShape.seconds(5, 512);
  private static final ClipShape LONG = ClipShape.seconds(600, 512);

  private final SimulatedDevice device = SimulatedDevice.normalised(ClipMix.standard());
  private final long batch = Math.round(device.runNanos(8, 25, 512 * 512, 25));
  private final VirtualTime time = new VirtualTime();
  private final SimulatedClips clips = new SimulatedClips(time);

  private LipstreamServer server(ClusterPlan plan) {
    return new LipstreamServer(time, device, plan);
  }

  private static long lastOf(List<SimulatedClip> clips) {
    return clips.stream().mapToLong(SimulatedClip::endedAt).max().orElseThrow();
  }

  @Test
  void shortClipsFinishAsIfALongOneWereOneOfThem() {
    LipstreamServer server = server(ClusterPlan.of(1));
    SimulatedClip longClip = clips.submit(server, LONG, "a", false);
    List<SimulatedClip> besideLong = clips.submitAll(server, 20, SHORT, "a", false);
    time.runOut();
    long first = time.now();
    List<SimulatedClip> besideShort = clips.submitAll(server, 21, SHORT, "a", false);
    time.runOut();

    long expected = lastOf(besideShort) - first;
    assertThat(lastOf(besideLong)).isBetween(expected - batch, expected + batch);
    assertThat(longClip.endedAt()).isGreaterThan(5 * lastOf(besideLong));
  }

  @Test
  void aShortClipThatComesLateIsNotBehindTheLongOne() {
    LipstreamServer server = server(ClusterPlan.of(1));
    clips.submit(server, LONG, "a", false);
    time.runUntil(Duration.ofSeconds(2).toNanos());
    SimulatedClip late = clips.submit(server, SHORT, "a", false);
    time.runOut();
    // Two windows in turn, and what was released before it came.
    assertThat(late.latency()).isLessThan(10 * batch);
  }

  @Test
  void anInteractiveSegmentWaitsForTheRenderCapacityAndOneBatchAtMost() {
    LipstreamServer server = server(ClusterPlan.of(1));
    clips.submitAll(server, 60, ClipShape.seconds(60, 512), "a", false);
    long bound = 2 * batch + batch;
    for (int i = 1; i <= 20; i++) {
      time.runUntil(i * Duration.ofMillis(1037).toNanos());
      SimulatedClip bulk = clips.submit(server, SHORT, "a", false);
      SimulatedClip interactive = clips.submit(server, SHORT, "a", true);
      time.runUntil(time.now() + Duration.ofSeconds(1).toNanos());
      long waited = interactive.firstStartAt() - interactive.submittedAt();
      assertThat(interactive.firstStartAt()).isPositive();
      assertThat(waited - ClusterPlan.PREPARATION).isLessThanOrEqualTo(bound);
      assertThat(interactive.longestWait()).isLessThanOrEqualTo(bound);
      // Who is not interactive stands in the ring behind all others.
      assertThat(bulk.firstStartAt() < 0 || bulk.firstStartAt() > bulk.submittedAt() + bound)
          .isTrue();
    }
  }

  @Test
  void tenantsShareTheDeviceByWeight() {
    LipstreamServer server = server(ClusterPlan.of(1).weighing(Map.of("big", 3.0)));
    clips.submitAll(server, 100, SHORT, "small", false);
    clips.submitAll(server, 100, SHORT, "big", false);
    time.runUntil(Duration.ofSeconds(5).toNanos());
    assertThat(started("big") / (double) started("small")).isBetween(2.5, 3.5);
  }

  private long started(String tenant) {
    return clips.all().stream()
        .filter(clip -> clip.tenant().equals(tenant))
        .mapToLong(SimulatedClip::windowsMade)
        .sum();
  }

  @Test
  void bulkNeverStarves() {
    LipstreamServer server = server(ClusterPlan.of(1));
    clips.submitAll(server, 200, ClipShape.seconds(60, 512), "a", true);
    SimulatedClip bulk = clips.submit(server, ClipShape.seconds(40, 512), "a", false);
    time.runOut();
    long interactive = lastOf(clips.all());
    // A fourth of the device's windows are its own: 160 of 12,000.
    assertThat(bulk.endedAt()).isLessThan(interactive / 20);
    assertThat(bulk.endedAt()).isGreaterThan(15 * batch);
  }

  @Test
  void twoLanesShareAsTheyAreTold() {
    LipstreamServer server = server(ClusterPlan.of(1));
    clips.submitAll(server, 50, ClipShape.seconds(60, 512), "bulk", false);
    clips.submitAll(server, 50, ClipShape.seconds(60, 512), "interactive", true);
    time.runUntil(Duration.ofSeconds(20).toNanos());
    assertThat(started("interactive") / (double) started("bulk")).isBetween(2.7, 3.3);
  }
}
