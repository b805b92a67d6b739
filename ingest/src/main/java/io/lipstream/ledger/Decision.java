package io.lipstream.ledger;

import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/**
 * What the ledger makes of something that happened.
 *
 * @param row row from now on; empty to remove it
 * @param events events to send, in order: Job, Progress, Completion, Control
 */
public record Decision(Optional<JobRow> row, List<SpecificRecord> events) {
  static Decision of(JobRow row, SpecificRecord... events) {
    return new Decision(Optional.of(row), List.of(events));
  }

  static Decision remove() {
    return new Decision(Optional.empty(), List.of());
  }
}
