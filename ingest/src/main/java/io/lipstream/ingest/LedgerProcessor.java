package io.lipstream.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lipstream.admission.RequestIdentity;
import io.lipstream.admission.Verdict;
import io.lipstream.backlog.LaneLoad;
import io.lipstream.cloudevent.CloudEvent;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Command;
import io.lipstream.event.Completion;
import io.lipstream.event.Lane;
import io.lipstream.event.Outcome;
import io.lipstream.event.Request;
import io.lipstream.ledger.Decision;
import io.lipstream.ledger.JobRow;
import io.lipstream.ledger.Ledger;
import io.lipstream.topic.Topic;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
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
  static final String LOAD = "ledger-load";
  static final String ALL_LOADS = "lane-loads-all";
  static final Duration TICK = Duration.ofMillis(500);

  private static final Logger LOG = LoggerFactory.getLogger(LedgerProcessor.class);
  private static final int DUE_AT_ONCE = 1000;
  private static final int MOST_KNOWN = 1 << 22;

  private final IngestSettings settings;
  private final Ledger ledger;
  private final PatientReader<Request> requests;
  private final PatientReader<Outcome> outcomes;
  private final PatientReader<Command> commands;
  private final Consumer<String> written;
  private ProcessorContext<String, Object> context;
  private KeyValueStore<String, JobRow> rows;
  private KnownJobs known;
  private DueStore due;
  private LoadBook load;
  private LaneMetrics laneMetrics;
  private Doorkeeper doorkeeper;

  LedgerProcessor(IngestSettings settings, String registryUrl, Consumer<String> written) {
    this.written = written;
    this.settings = settings;
    this.ledger = new Ledger(settings.ledger(), settings.backlog());
    this.requests = new PatientReader<>(registryUrl, Request.class);
    this.outcomes = new PatientReader<>(registryUrl, Outcome.class);
    this.commands = new PatientReader<>(registryUrl, Command.class);
  }

  @Override
  public void init(ProcessorContext<String, Object> processorContext) {
    context = processorContext;
    laneMetrics = new LaneMetrics(processorContext.metrics());
    doorkeeper = new Doorkeeper(settings, new DegradationCount(processorContext.metrics()));
    rows = processorContext.getStateStore(ROWS);
    KeyValueStore<Bytes, byte[]> store = processorContext.getStateStore(DUE);
    due = new DueStore(store);
    load =
        new LoadBook(
            processorContext.getStateStore(LOAD),
            processorContext.getStateStore(ALL_LOADS),
            processorContext.taskId().partition());
    known = new KnownJobs(MOST_KNOWN);
    due.addAll(
        rows,
        row -> {
          load.remember(row);
          known.add(row.getJobId());
        });
    processorContext.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, this::tick);
  }

  @Override
  public void process(Record<String, Incoming> record) {
    long now = context.currentSystemTimeMs();
    JobRow row = known.mayHave(record.key()) ? rows.get(record.key()) : null;
    Optional<Decision> decision;
    try {
      decision = decide(record, row, now);
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

  private Optional<Decision> decide(Record<String, Incoming> record, JobRow row, long now) {
    Incoming incoming = record.value();
    if (incoming instanceof Incoming.OfRequest ofRequest) {
      return Optional.of(request(record.key(), ofRequest, row, now));
    }
    if (incoming instanceof Incoming.OfCommand ofCommand) {
      Command command = read(ofCommand.event(), commands, Topic.COMMANDS, incoming);
      return Optional.of(ledger.command(row, command, now));
    }
    Outcome outcome =
        read(((Incoming.OfOutcome) incoming).event(), outcomes, Topic.OUTCOMES, incoming);
    if (row == null) {
      LOG.info("job {}: a report of an unknown job is dropped", outcome.getJobId());
      return Optional.empty();
    }
    return Optional.of(ledger.report(row, outcome, now));
  }

  private Decision request(String jobId, Incoming.OfRequest incoming, JobRow row, long now) {
    Request request = read(incoming.event(), requests, Topic.REQUESTS, incoming);
    RequestIdentity identity = RequestIdentity.of(request, jobId);
    if (row != null && !ledger.givesWay(row, identity, now)) {
      return ledger.again(row, identity, now);
    }
    Verdict verdict = doorkeeper.judge(request, identity, incoming.retryAt(), now);
    return ledger.open(row, request, identity, verdict, now);
  }

  private static <T extends SpecificRecord> T read(
      T event, PatientReader<T> reader, Topic topic, Incoming incoming) {
    return event != null ? event : reader.read(topic.topicName(), incoming.bytes());
  }

  private void tick(long timestamp) {
    long now = context.currentSystemTimeMs();
    wakeDue(now);
    Map<Lane, LaneLoad> loads = load.total();
    doorkeeper.observe(loads, now);
    loads.forEach(
        (lane, total) -> laneMetrics.tell(lane, total, doorkeeper.estimatedWait(lane), now));
    load.announcements()
        .forEach(change -> context.forward(new Record<>(change.key, (Object) change.value, now)));
  }

  private void wakeDue(long now) {
    for (DueStore.Entry entry : due.upTo(now, DUE_AT_ONCE)) {
      JobRow row = rows.get(entry.jobId());
      if (row == null || row.getWakeAt() != entry.instant()) {
        due.remove(entry.instant(), entry.jobId());
      } else {
        carryOut(entry.jobId(), row, ledger.wake(row, now), now);
      }
    }
  }

  private static Headers headers(SpecificRecord event) {
    return event instanceof Completion completion
        ? CloudEvent.headers(completion)
        : new RecordHeaders();
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
    load.change(before, after);
    if (after == null) {
      rows.delete(jobId);
    } else if (!after.equals(before)) {
      rows.put(jobId, after);
      known.add(jobId);
      written.accept(jobId);
    }
    decision
        .events()
        .forEach(
            event -> {
              LedgerLog.write(event);
              context.forward(
                  new Record<>(EventAddress.of(event), (Object) event, now, headers(event)));
            });
  }
}
