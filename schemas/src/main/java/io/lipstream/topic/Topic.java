package io.lipstream.topic;

import io.lipstream.event.Lane;

/**
 * The topics of Lipstream: name, partitions, retention, cleanup and timestamp type of each. Names
 * are part of the public contract.
 */
public enum Topic {
  REQUESTS("lipstream.requests", 12, 7, false, true),
  JOBS_INTERACTIVE("lipstream.jobs.interactive", 12, 7, false, false),
  JOBS_BULK("lipstream.jobs.bulk", 12, 7, false, false),
  OUTCOMES("lipstream.outcomes", 12, 7, false, false),
  COMPLETIONS("lipstream.completions", 12, 30, false, false),
  PROGRESS("lipstream.progress", 12, 7, true, false),
  CONTROL("lipstream.control", 1, 1, false, false),
  DEAD_LETTERS("lipstream.dead-letters", 3, 30, false, false);

  private final String topicName;
  private final int partitions;
  private final int retentionDays;
  private final boolean compacted;
  private final boolean logAppendTime;

  Topic(
      String topicName,
      int partitions,
      int retentionDays,
      boolean compacted,
      boolean logAppendTime) {
    this.topicName = topicName;
    this.partitions = partitions;
    this.retentionDays = retentionDays;
    this.compacted = compacted;
    this.logAppendTime = logAppendTime;
  }

  public String topicName() {
    return topicName;
  }

  public int partitions() {
    return partitions;
  }

  public int retentionDays() {
    return retentionDays;
  }

  /** Whether only the newest record of a key is kept (beside deletion after the retention). */
  public boolean compacted() {
    return compacted;
  }

  /** Whether the broker's clock, not the producer's, stamps the records. */
  public boolean logAppendTime() {
    return logAppendTime;
  }

  /** Where admitted jobs of a lane go. */
  public static Topic jobs(Lane lane) {
    return switch (lane) {
      case INTERACTIVE -> JOBS_INTERACTIVE;
      case BULK -> JOBS_BULK;
    };
  }
}
