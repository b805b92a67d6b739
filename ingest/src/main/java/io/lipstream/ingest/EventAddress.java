package io.lipstream.ingest;

import io.lipstream.event.Callback;
import io.lipstream.event.Completion;
import io.lipstream.event.Control;
import io.lipstream.event.Job;
import io.lipstream.event.Progress;
import io.lipstream.event.Removal;
import io.lipstream.topic.Topic;
import org.apache.avro.specific.SpecificRecord;

/** Where an event of the ledger goes, and under which key. Pure. */
final class EventAddress {
  private EventAddress() {}

  /** The id of the job that the event is about; of a callback that of its event. */
  static String of(SpecificRecord event) {
    if (event instanceof Callback callback) {
      return callback.getEventId();
    }
    return (String) event.get(event.getSchema().getField("job_id").pos());
  }

  static Topic topic(Object event) {
    if (event instanceof Job job) {
      return Topic.jobs(job.getLane());
    } else if (event instanceof Progress) {
      return Topic.PROGRESS;
    } else if (event instanceof Completion) {
      return Topic.COMPLETIONS;
    } else if (event instanceof Control) {
      return Topic.CONTROL;
    } else if (event instanceof Removal) {
      return Topic.REMOVALS;
    } else if (event instanceof Callback) {
      return Topic.CALLBACKS;
    }
    throw new IllegalArgumentException("no topic for " + event.getClass());
  }
}
