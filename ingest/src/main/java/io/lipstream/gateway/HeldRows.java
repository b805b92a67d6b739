package io.lipstream.gateway;

import java.util.List;

/** The rows that this instance holds, for other instances. Thread-safe. */
interface HeldRows {
  /**
   * Those of the jobs that have a row here.
   *
   * @param copies whether a warm copy will do
   */
  TaskPage held(List<String> jobIds, boolean copies);

  /** Those of the wanted rows that this instance owns. */
  TaskPage held(TaskQuery query);
}
