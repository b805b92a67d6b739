package io.lipstream.ingest;

import io.lipstream.event.Completion;
import io.lipstream.event.Control;
import io.lipstream.event.Job;
import io.lipstream.event.Progress;
import io.lipstream.registry.EventSerializer;
import org.apache.kafka.common.serialization.Serializer;

/** Writes any event of the ledger on its public topic. Thread-safe. */
final class LedgerEventSerializer implements Serializer<Object> {
  private final EventSerializer<Job> jobs;
  private final EventSerializer<Progress> progress;
  private final EventSerializer<Completion> completions;
  private final EventSerializer<Control> controls;

  LedgerEventSerializer(String registryUrl) {
    this.jobs = new EventSerializer<>(registryUrl, Job.class);
    this.progress = new EventSerializer<>(registryUrl, Progress.class);
    this.completions = new EventSerializer<>(registryUrl, Completion.class);
    this.controls = new EventSerializer<>(registryUrl, Control.class);
  }

  @Override
  public byte[] serialize(String topic, Object event) {
    if (event instanceof Job job) {
      return jobs.serialize(topic, job);
    } else if (event instanceof Progress state) {
      return progress.serialize(topic, state);
    } else if (event instanceof Completion completion) {
      return completions.serialize(topic, completion);
    }
    return controls.serialize(topic, (Control) event);
  }
}
