package io.lipstream.interleaving;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.pipeline.Asset;
import io.lipstream.pipeline.JobTicket;
import io.lipstream.pipeline.PreparedClip;
import io.lipstream.pipeline.RenderParameters;
import io.lipstream.pipeline.Segment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SegmentRingTest {
  private static final int SEGMENT_FRAMES = 50;

  @Test
  void clipsOfATenantTakeTurns() {
    SegmentRing ring = ring();
    ring.offer(cursor("a", "long", 1, 4));
    ring.offer(cursor("a", "short", 1, 2));

    assertThat(released(ring))
        .containsExactly("long/0", "short/0", "long/1", "short/1", "long/2", "long/3");
  }

  @Test
  void aNewClipGetsItsTurnAtOnce() {
    SegmentRing ring = ring();
    ring.offer(cursor("a", "long", 1, 100));
    for (int i = 0; i < 10; i++) {
      ring.next();
    }
    ring.offer(cursor("a", "new", 1, 1));

    assertThat(List.of(name(ring.next()), name(ring.next()))).contains("new/0");
  }

  @Test
  void aLateTenantNeitherWaitsNorOvertakes() {
    SegmentRing ring = ring();
    ring.offer(cursor("early", "early", 1, 100));
    for (int i = 0; i < 40; i++) {
      ring.next();
    }
    ring.offer(cursor("late", "late", 1, 40));

    List<String> next = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      next.add(ring.next().clip().job().tenant());
    }
    assertThat(Collections.frequency(next, "late")).isBetween(9, 11);
  }

  @Test
  void tenantsShareByWeight() {
    SegmentRing ring = new SegmentRing(Map.of("big", 3.0));
    ring.offer(cursor("big", "b", 1, 300));
    ring.offer(cursor("small", "s", 1, 300));

    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < 200; i++) {
      counts.merge(ring.next().clip().job().tenant(), 1, Integer::sum);
    }
    assertThat(counts.get("big")).isBetween(149, 151);
  }

  @Test
  void aNewAttemptReplacesTheOlderOne() {
    SegmentRing ring = ring();
    ring.offer(cursor("a", "job", 1, 3));
    ring.next();
    ring.offer(cursor("a", "job", 2, 3));

    assertThat(ring.clips()).isEqualTo(1);
    assertThat(ring.next().clip().job().attempt()).isEqualTo(2);
    ring.offer(cursor("a", "job", 1, 3));
    assertThat(ring.next().clip().job().attempt()).isEqualTo(2);
  }

  @Property(tries = 200)
  void everySegmentComesOutOnceInOrder(
      @ForAll @Size(min = 1, max = 12) List<@IntRange(min = 1, max = 9) Integer> lengths,
      @ForAll @IntRange(min = 1, max = 4) int tenants,
      @ForAll @IntRange(min = 0, max = 40) int releasedBeforeSnapshot) {
    SegmentRing ring = ring();
    for (int i = 0; i < lengths.size(); i++) {
      ring.offer(cursor("t" + i % tenants, "job" + i, 1, lengths.get(i)));
    }
    List<Segment> segments = new ArrayList<>();
    while (!ring.isEmpty() && segments.size() < releasedBeforeSnapshot) {
      segments.add(ring.next());
    }
    SegmentRing restored = ring();
    ring.cursors().forEach(restored::offer);
    assertThat(restored.clips()).isEqualTo(ring.clips());
    while (!restored.isEmpty()) {
      segments.add(restored.next());
    }

    Map<String, Integer> next = new HashMap<>();
    for (Segment segment : segments) {
      String job = segment.clip().job().jobId();
      assertThat(segment.index()).isEqualTo(next.getOrDefault(job, 0));
      next.put(job, segment.index() + 1);
    }
    for (int i = 0; i < lengths.size(); i++) {
      assertThat(next.get("job" + i)).isEqualTo(lengths.get(i));
    }
  }

  private static SegmentRing ring() {
    return new SegmentRing(Map.of());
  }

  private static List<String> released(SegmentRing ring) {
    List<String> names = new ArrayList<>();
    while (!ring.isEmpty()) {
      names.add(name(ring.next()));
    }
    return names;
  }

  private static String name(Segment segment) {
    return segment.clip().job().jobId() + "/" + segment.index();
  }

  private static ClipCursor cursor(String tenant, String jobId, int attempt, int segments) {
    JobTicket job =
        new JobTicket(
            jobId,
            attempt,
            tenant,
            "digest",
            "BULK",
            "s3://a/i",
            "s3://a/v",
            "s3://v/" + jobId,
            Double.NaN,
            RenderParameters.defaults(),
            "",
            Double.POSITIVE_INFINITY,
            "",
            0,
            Long.MAX_VALUE);
    PreparedClip clip =
        new PreparedClip(
            job,
            new Asset("s3://w/i", "0", 1, "image/png"),
            new Asset("s3://w/v", "0", 1, "audio/wav"),
            "s3://w/p",
            "s3://w/m",
            "s3://w/" + jobId + "/",
            segments * SEGMENT_FRAMES - 3,
            SEGMENT_FRAMES,
            512,
            512,
            0,
            0,
            0,
            "");
    return new ClipCursor(clip, 0);
  }
}
