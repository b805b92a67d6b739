package io.lipstream.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BatchFillTest {
  @Test
  void isTheShareOfTheRoomOfTheLastBatchesThatItemsTook() {
    BatchFill fill = new BatchFill(2);
    assertThat(fill.share()).isZero();
    fill.add(2, 8);
    assertThat(fill.share()).isEqualTo(0.25);
    fill.add(4, 4);
    assertThat(fill.share()).isEqualTo(0.5);
    fill.add(8, 8);
    assertThat(fill.share()).as("without the first").isEqualTo(1);
  }
}
