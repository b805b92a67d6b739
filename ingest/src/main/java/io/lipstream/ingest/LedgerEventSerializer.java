package io.lipstream.ingest;

import io.lipstream.event.Callback;
import io.lipstream.event.Completion;
import io.lipstream.event.Control;
import io.lipstream.event.Job;
import io.lipstream.event.Progress;
import io.lipstream.event.Removal;
import io.lipstream.registry.EventSerializer;
import org.apache.kafka.common.serialization.Serializer;

/** Writes any event of the ledger on its public topic. Thread-safe. */
final class LedgerEventSerializer implements Serializer<Object> {
  private final EventSerializer<Job> jobs;
  private final EventSerializer<Progress> progress;
  private final EventSerializer<Completion> completions;
  private final EventSerializer<Control> controls;
  private final EventSerializer<Removal> removals;
  private final EventSerializer<Callback> callbacks;

  LedgerEventSerializer(String registryUrl) {
    this.jobs = new EventSerializer<>(registryUrl, Job.class);
    this.progress = new EventSerializer<>(registryUrl, Progress.class);
    this.completions = new EventSerializer<>(registryUrl, Completion.class);
    this.controls = new EventSerializer<>(registryUrl, Control.class);
    this.removals = new EventSerializer<>(registryUrl, Removal.class);
    this.callbacks = new EventSerializer<>(registryUrl, Callback.class);
  }

  @Override
  public byte[] serialize(String topic, Object event) {
    if (event instanceof Job job) {
      return jobs.serialize(topic, job);
    } else if (event instanceof Progress state) {
      return progress.serialize(topic, state);
    } else if (event instanceof Completion completion) {
      return completions.serialize(topic, completion);
    } else if (event instanceof Removal removal) {
      return removals.serialize(topic, removal);
    } else if (event instanceof Callback callback) {
      return callbacks.serialize(topic, callback);
    }
    return controls.serialize(topic, (Control) event);
  }
}
