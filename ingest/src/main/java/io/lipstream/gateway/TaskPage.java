package io.lipstream.gateway;

import io.lipstream.ledger.JobRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Part of a list in the order of job ids. It has every task that is wanted up to {@code next}, from
 * where the list goes on; so pages of parts of the ledger can be joined into one of the whole.
 * Pure.
 *
 * @param partitions parts of the ledger that were looked at
 * @param next the id up to which this page goes; none if it goes to the end
 */
record TaskPage(Set<Integer> partitions, List<JobRow> rows, Optional<String> next) {
  private static final Comparator<JobRow> BY_ID = Comparator.comparing(JobRow::getJobId);

  TaskPage {
    partitions = Set.copyOf(partitions);
    rows = List.copyOf(rows);
  }

  /**
   * Reads rows in the order of their ids until the page is full or enough were looked at.
   *
   * @param scanned rows to look at, at most
   */
  static TaskPage scan(int partition, Iterator<JobRow> ordered, TaskQuery query, int scanned) {
    List<JobRow> rows = new ArrayList<>();
    for (int seen = 1; ordered.hasNext(); seen++) {
      JobRow row = ordered.next();
      if (query.takes(row)) {
        rows.add(row);
      }
      if (rows.size() == query.limit() || seen == scanned) {
        return new TaskPage(Set.of(partition), rows, Optional.of(row.getJobId()));
      }
    }
    return new TaskPage(Set.of(partition), rows, Optional.empty());
  }

  /** The page over all parts: only as far as every one of them goes. */
  static TaskPage join(List<TaskPage> parts, int limit) {
    Optional<String> frontier =
        parts.stream().flatMap(part -> part.next().stream()).min(Comparator.naturalOrder());
    List<JobRow> rows =
        parts.stream()
            .flatMap(part -> part.rows().stream())
            .filter(row -> frontier.map(end -> row.getJobId().compareTo(end) <= 0).orElse(true))
            .sorted(BY_ID)
            .toList();
    Set<Integer> partitions =
        parts.stream().flatMap(part -> part.partitions().stream()).collect(Collectors.toSet());
    return rows.size() > limit
        ? new TaskPage(
            partitions, rows.subList(0, limit), Optional.of(rows.get(limit - 1).getJobId()))
        : new TaskPage(partitions, rows, frontier);
  }
}
