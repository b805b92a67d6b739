package io.lipstream.gateway;

import io.lipstream.ledger.JobRow;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The ledger's rows, wherever in the cluster they are. Thread-safe. What cannot be reached now ends
 * as a {@link Refusal} SERVICE_UNAVAILABLE, never as an absent row.
 */
interface TaskDirectory {
  CompletableFuture<Optional<JobRow>> find(String jobId);

  /** Those of the jobs that have a row. */
  CompletableFuture<Map<String, JobRow>> findAll(Collection<String> jobIds);

  CompletableFuture<TaskPage> list(TaskQuery query);
}
