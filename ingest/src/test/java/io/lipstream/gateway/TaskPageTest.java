package io.lipstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.ledger.JobRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class TaskPageTest {
  /** Whatever lies where, and however little each look sees: the pages together are the list. */
  @Property(tries = 300)
  void pagesOfPartsMakeTheWholeListInOrder(
      @ForAll @Size(max = 60) Set<@IntRange(max = 9999) Integer> numbers,
      @ForAll @IntRange(min = 1, max = 7) int limit,
      @ForAll @IntRange(min = 1, max = 9) int scanned) {
    List<String> listed = new ArrayList<>();
    Optional<String> after = Optional.of("");
    while (after.isPresent()) {
      TaskQuery query = new TaskQuery(Optional.of("even"), Optional.empty(), after.get(), limit);
      List<TaskPage> parts = new ArrayList<>();
      for (int partition = 0; partition < 3; partition++) {
        parts.add(TaskPage.scan(partition, part(numbers, partition, after.get()), query, scanned));
      }
      TaskPage page = TaskPage.join(parts, limit);
      assertThat(page.partitions()).containsExactlyInAnyOrder(0, 1, 2);
      assertThat(page.rows()).hasSizeLessThanOrEqualTo(limit);
      page.rows().forEach(row -> listed.add(row.getJobId()));
      after = page.next();
    }
    assertThat(listed)
        .containsExactlyElementsOf(
            new TreeSet<>(numbers.stream().filter(n -> n % 2 == 0).map(TaskPageTest::id).toList()));
  }

  @Test
  void aPageIsTheSameBehindTheWire() throws IOException {
    TaskPage page = new TaskPage(Set.of(3, 5), List.of(row(7)), Optional.of(id(9)));
    assertThat(RowWire.read(Json.bytes(RowWire.write(page)))).isEqualTo(page);
  }

  private static Iterator<JobRow> part(Set<Integer> numbers, int partition, String after) {
    return numbers.stream()
        .filter(number -> number / 7 % 3 == partition)
        .filter(number -> id(number).compareTo(after) > 0)
        .sorted()
        .map(TaskPageTest::row)
        .iterator();
  }

  private static String id(int number) {
    return "%04d".formatted(number);
  }

  private static JobRow row(int number) {
    return JobRow.newBuilder()
        .setJobId(id(number))
        .setTenant(number % 2 == 0 ? "even" : "odd")
        .setRequestId("r")
        .setRequestDigest("d")
        .setState("QUEUED")
        .setAcceptedAt(number)
        .build();
  }
}
