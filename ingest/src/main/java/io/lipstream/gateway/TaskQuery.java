package io.lipstream.gateway;

import io.lipstream.ledger.JobRow;
import java.util.Optional;

/**
 * Which tasks are wanted, in the order of their ids.
 *
 * @param after only ids behind this one; empty for all
 * @param limit tasks at most
 */
record TaskQuery(Optional<String> tenant, Optional<String> state, String after, int limit) {
  static final int MOST = 200;

  boolean takes(JobRow row) {
    return !TaskState.isGone(row)
        && tenant.map(row.getTenant()::equals).orElse(true)
        && state.map(TaskState.of(Optional.of(row))::equals).orElse(true);
  }
}
