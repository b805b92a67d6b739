package io.lipstream.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lipstream.admission.Admission;
import io.lipstream.admission.RequestIdentity;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Outcome;
import io.lipstream.event.Request;
import io.lipstream.ledger.Decision;
import io.lipstream.ledger.JobRow;
import io.lipstream.ledger.Ledger;
import io.lipstream.topic.Topic;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns the ledger's rows of its partition: brings each request, report and due job before the pure
 * ledger, keeps the row and sends the events, all in the transaction of the record that caused
 * them. A decision is made whole before anything is written; if making it fails, which is a fault
 * of ours, the record becomes a dead letter and the row stays. For one stream thread.
 */
final class LedgerProcessor implements Processor<String, Incoming, String, Object> {
  static final String ROWS = "ledger-rows";
  static final String DUE = "ledger-due";
  static final Duration TICK = Duration.ofMillis(500);

  private static final Logger LOG = LoggerFactory.getLogger(LedgerProcessor.class);
  private static final int DUE_AT_ONCE = 1000;

  private final Admission admission;
  private final Ledger ledger;
  private final PatientReader<Request> requests;
  private final PatientReader<Outcome> outcomes;
  private ProcessorContext<String, Object> context;
  private KeyValueStore<String, JobRow> rows;
  private DueStore due;

  LedgerProcessor(IngestSettings settings, String registryUrl) {
    this.admission = new Admission(settings.admission());
    this.ledger = new Ledger(settings.ledger());
    this.requests = new PatientReader<>(registryUrl, Request.class);
    this.outcomes = new PatientReader<>(registryUrl, Outcome.class);
  }

  @Override
  public void init(ProcessorContext<String, Object> processorContext) {
    context = processorContext;
    rows = processorContext.getStateStore(ROWS);
    KeyValueStore<Bytes, byte[]> store = processorContext.getStateStore(DUE);
    due = new DueStore(store);
    processorContext.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, this::wakeDue);
  }

  @Override
  public void process(Record<String, Incoming> record) {
    long now = context.currentSystemTimeMs();
    JobRow row = rows.get(record.key());
    Optional<Decision> decision;
    try {
      decision = decide(record.value(), row, now);
    } catch (RuntimeException e) {
      LipstreamException coded = LipstreamException.of(e);
      if (coded.code() == ErrorCode.REGISTRY_UNAVAILABLE) {
        throw coded;
      }
      LOG.error(
          "job {}: the ledger failed on a record, which goes to the dead letters", record.key(), e);
      context.forward(
          record
              .withValue(
                  (Object) new DeadLetter(record.key().getBytes(UTF_8), record.value().bytes()))
              .withHeaders(
                  DeadLetter.headers(
                      record.headers(), coded, context.recordMetadata().orElseThrow())));
      return;
    }
    decision.ifPresent(made -> carryOut(record.key(), row, made, now));
  }

  private Optional<Decision> decide(Incoming incoming, JobRow row, long now) {
    if (incoming instanceof Incoming.OfRequest) {
      Request request = requests.read(Topic.REQUESTS.topicName(), incoming.bytes());
      RequestIdentity identity = RequestIdentity.of(request);
      return Optional.of(
          row == null
              ? ledger.open(identity, admission.judge(request, identity, now), now)
              : ledger.again(row, identity, now));
    }
    Outcome outcome = outcomes.read(Topic.OUTCOMES.topicName(), incoming.bytes());
    if (row == null) {
      LOG.info("job {}: a report of an unknown job is dropped", outcome.getJobId());
      return Optional.empty();
    }
    return Optional.of(ledger.report(row, outcome, now));
  }

  private void wakeDue(long timestamp) {
    long now = context.currentSystemTimeMs();
    for (DueStore.Entry entry : due.upTo(now, DUE_AT_ONCE)) {
      JobRow row = rows.get(entry.jobId());
      if (row == null || row.getWakeAt() != entry.instant()) {
        due.remove(entry.instant(), entry.jobId());
      } else {
        carryOut(entry.jobId(), row, ledger.wake(row, now), now);
      }
    }
  }

  private void carryOut(String jobId, JobRow before, Decision decision, long now) {
    long woke = before == null ? 0 : before.getWakeAt();
    long wakes = decision.row().map(JobRow::getWakeAt).orElse(0L);
    if (woke != wakes) {
      if (woke > 0) {
        due.remove(woke, jobId);
      }
      if (wakes > 0) {
        due.add(wakes, jobId);
      }
    }
    JobRow after = decision.row().orElse(null);
    if (after == null) {
      rows.delete(jobId);
    } else if (!after.equals(before)) {
      rows.put(jobId, after);
    }
    decision
        .events()
        .forEach(
            event -> {
              LedgerLog.write(event);
              context.forward(new Record<>(EventAddress.of(event), (Object) event, now));
            });
  }
}
