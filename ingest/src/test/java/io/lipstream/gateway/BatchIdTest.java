package io.lipstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.admission.RequestIdentity;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

final class BatchIdTest {
  @Property(tries = 200)
  void theIdIsTheBatch(
      @ForAll @StringLength(min = 1, max = BatchId.LONGEST_KEY) String key,
      @ForAll @IntRange(min = 1, max = 40) int portraits,
      @ForAll @IntRange(min = 1, max = 25) int voices) {
    BatchId batch = new BatchId("tenant", key, portraits, voices);
    assertThat(BatchId.parse(batch.text())).contains(batch);
    assertThat(batch.text()).matches("[A-Za-z0-9_-]+");
    assertThat(batch.jobIds()).hasSize(portraits * voices).doesNotHaveDuplicates();
  }

  @Test
  void membersAreNamedByPortraitAndVoice() {
    BatchId batch = new BatchId("tenant", "night", 2, 3);
    assertThat(batch.requestIds())
        .containsExactly(
            "night/0-0", "night/0-1", "night/0-2", "night/1-0", "night/1-1", "night/1-2");
    assertThat(batch.jobIds().get(5)).isEqualTo(RequestIdentity.jobId("tenant", "night/1-2"));
  }

  @Test
  void whatWasAlteredIsNoBatch() {
    String id = new BatchId("tenant", "night", 2, 3).text();
    for (int i = 0; i < id.length(); i++) {
      char other = id.charAt(i) == 'a' ? 'b' : 'a';
      assertThat(BatchId.parse(id.substring(0, i) + other + id.substring(i + 1))).isEmpty();
    }
    assertThat(BatchId.parse("")).isEmpty();
    assertThat(BatchId.parse(new BatchId("tenant", "night", 1001, 1).text())).isEmpty();
  }
}
