package io.lipstream.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.admission.RequestIdentity;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class KnownJobsTest {
  @Property
  void aJobThatWasAddedIsNeverTakenForNew(
      @ForAll @Size(max = 200) Set<String> ids, @ForAll @IntRange(min = 1, max = 300) int most) {
    KnownJobs known = new KnownJobs(most);
    ids.forEach(known::add);
    assertThat(ids).allMatch(known::mayHave);
  }

  @Test
  void fewNewJobsAreTakenForKnown() {
    KnownJobs known = new KnownJobs(1 << 22);
    IntStream.range(0, 200_000).mapToObj(KnownJobsTest::id).forEach(known::add);
    assertThat(IntStream.range(0, 200_000).mapToObj(KnownJobsTest::id)).allMatch(known::mayHave);
    long mistaken =
        IntStream.range(200_000, 300_000)
            .mapToObj(KnownJobsTest::id)
            .filter(known::mayHave)
            .count();
    // Four filters, of which the last is far from full: 0.8 % each at most.
    assertThat(mistaken).isLessThan(4_000);
  }

  @Test
  void beyondItsBoundEveryJobMayBeKnown() {
    KnownJobs known = new KnownJobs(100);
    IntStream.range(0, 99).mapToObj(KnownJobsTest::id).forEach(known::add);
    assertThat(known.mayHave(id(1000))).isFalse();
    IntStream.range(99, 102).mapToObj(KnownJobsTest::id).forEach(known::add);
    assertThat(IntStream.range(0, 2000).mapToObj(KnownJobsTest::id)).allMatch(known::mayHave);
  }

  private static String id(int number) {
    return RequestIdentity.jobId("tenant", "request " + number);
  }
}
