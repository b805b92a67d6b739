package io.lipstream.topic;

import io.lipstream.event.Callback;
import io.lipstream.event.Command;
import io.lipstream.event.Completion;
import io.lipstream.event.Control;
import io.lipstream.event.Job;
import io.lipstream.event.Lane;
import io.lipstream.event.Outcome;
import io.lipstream.event.Progress;
import io.lipstream.event.Removal;
import io.lipstream.event.Request;
import java.util.Optional;
import org.apache.avro.Schema;

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
  LANE_LOADS("lipstream.lane-loads", 1, 1, true, false),
  COMMANDS("lipstream.commands", 12, 7, false, false),
  REMOVALS("lipstream.removals", 12, 30, false, false),
  CALLBACKS("lipstream.callbacks", 12, 7, true, false),
  COMPLETIONS_JSON("lipstream.completions.json", 12, 30, false, false),
  S3_NOTIFICATIONS("lipstream.s3-notifications", 12, 7, false, false),
  S3_EVENTS("lipstream.s3-events", 12, 7, false, false),
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

  /** Schema of the values; none where they are bytes as they came. Keys are UTF-8 text. */
  public Optional<Schema> valueSchema() {
    return switch (this) {
      case REQUESTS -> Optional.of(Request.getClassSchema());
      case JOBS_INTERACTIVE, JOBS_BULK -> Optional.of(Job.getClassSchema());
      case OUTCOMES -> Optional.of(Outcome.getClassSchema());
      case COMPLETIONS -> Optional.of(Completion.getClassSchema());
      case PROGRESS -> Optional.of(Progress.getClassSchema());
      case CONTROL -> Optional.of(Control.getClassSchema());
      case COMMANDS -> Optional.of(Command.getClassSchema());
      case REMOVALS -> Optional.of(Removal.getClassSchema());
      case CALLBACKS -> Optional.of(Callback.getClassSchema());
      case LANE_LOADS, COMPLETIONS_JSON, S3_NOTIFICATIONS, S3_EVENTS, DEAD_LETTERS ->
          Optional.empty();
    };
  }

  /** Name in the registry of the schema of the values. */
  public String valueSubject() {
    return topicName + "-value";
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
