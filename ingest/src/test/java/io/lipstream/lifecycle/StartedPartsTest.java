package io.lipstream.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartedPartsTest {
  private final List<String> closed = new ArrayList<>();
  private final StartedParts parts = new StartedParts();

  @Test
  void closesInTheOppositeOrderAndOnce() {
    parts.keep(() -> closed.add("first"));
    parts.keep(() -> closed.add("second"));

    parts.close();
    parts.close();

    assertThat(closed).containsExactly("second", "first");
  }

  @Test
  void onePartThatFailsKeepsNoOtherOpen() {
    parts.keep(() -> closed.add("first"));
    parts.keep(
        () -> {
          throw new IllegalStateException("the disk is gone");
        });

    parts.close();

    assertThat(closed).containsExactly("first");
  }
}
