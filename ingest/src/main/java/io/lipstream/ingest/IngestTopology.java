package io.lipstream.ingest;

import io.lipstream.admission.RequestIdentity;
import io.lipstream.backlog.LaneLoad;
import io.lipstream.event.Command;
import io.lipstream.event.Completion;
import io.lipstream.event.Outcome;
import io.lipstream.event.Request;
import io.lipstream.ledger.JobRow;
import io.lipstream.quota.Quota;
import io.lipstream.topic.Topic;
import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * What concerns a job meets in the task that keeps its row, behind one ledger processor. Keys
 * belong to us: producers leave them out, and clients hash differently. What came in the partition
 * of its job goes straight to the ledger, the rest by job id through an internal topic; requests of
 * a tenant with a quota first by tenant through another, to be counted. What each task says of its
 * load every instance keeps. Names of nodes, stores and internal topics are given, so that the
 * topology can grow and keep its state.
 */
final class IngestTopology {
  private static final Serde<byte[]> BYTES = Serdes.ByteArray();
  private static final Duration WINDOW = Duration.ofMinutes(1);

  private final StreamsBuilder builder = new StreamsBuilder();
  private final IngestSettings settings;
  private final String registryUrl;
  private final Consumer<String> written;

  private IngestTopology(IngestSettings settings, String registryUrl, Consumer<String> written) {
    this.settings = settings;
    this.registryUrl = registryUrl;
    this.written = written;
  }

  /**
   * The topology.
   *
   * @param written is told the job whose row was written, on the stream's thread and before the
   *     transaction is committed
   */
  static Topology build(IngestSettings settings, String registryUrl, Consumer<String> written) {
    IngestTopology topology = new IngestTopology(settings, registryUrl, written);
    topology.layOut();
    return topology.builder.build();
  }

  private void layOut() {
    addLoads();
    KStream<String, Incoming> requests = requests();
    KStream<String, Incoming> outcomes =
        byJob(
            keyed("outcomes", Topic.OUTCOMES, Outcome.class, Outcome::getJobId),
            "outcomes",
            Incoming.OfOutcome::new);
    KStream<String, Incoming> commands =
        byJob(
            keyed("commands", Topic.COMMANDS, Command.class, Command::getJobId),
            "commands",
            Incoming.OfCommand::new);
    builder
        .addStateStore(rows())
        .addStateStore(due())
        // Cached, for every job changes it: a transaction then writes it once.
        .addStateStore(bytesByText(LedgerProcessor.LOAD).withCachingEnabled());
    KStream<String, Object> decided =
        requests
            .merge(outcomes, Named.as("incoming"))
            .merge(commands, Named.as("incoming-all"))
            .process(
                () -> new LedgerProcessor(settings, registryUrl, written),
                Named.as("ledger"),
                LedgerProcessor.ROWS,
                LedgerProcessor.DUE,
                LedgerProcessor.LOAD);
    decided
        .filter((key, value) -> value instanceof SpecificRecord, Named.as("ledger-events"))
        .to(
            (key, event, context) -> EventAddress.topic(event).topicName(),
            Produced.<String, Object>as("events")
                .withKeySerde(Serdes.String())
                .withValueSerde(
                    Serdes.serdeFrom(
                        new LedgerEventSerializer(registryUrl),
                        (topic, bytes) -> {
                          throw new UnsupportedOperationException("only written");
                        })));
    decided
        .filter((key, value) -> value instanceof LaneLoad, Named.as("ledger-loads"))
        .mapValues(value -> ((LaneLoad) value).bytes(), Named.as("ledger-load-bytes"))
        .to(
            Topic.LANE_LOADS.topicName(),
            Produced.<String, byte[]>as("lane-loads")
                .withKeySerde(Serdes.String())
                .withValueSerde(BYTES));
    if (settings.completionsJson()) {
      completionsAsJson(decided);
    }
    deadLetters("ledger", decided);
  }

  private static void completionsAsJson(KStream<String, Object> decided) {
    decided
        .filter((key, event) -> event instanceof Completion, Named.as("ledger-completions"))
        .mapValues(event -> (Completion) event, Named.as("ledger-completions-typed"))
        .processValues(JsonEvents::new, Named.as("ledger-completions-json"))
        .to(
            Topic.COMPLETIONS_JSON.topicName(),
            Produced.<String, byte[]>as("completions-json")
                .withKeySerde(Serdes.String())
                .withValueSerde(BYTES));
  }

  /** What every task says of its load, on every instance. */
  private void addLoads() {
    builder.addGlobalStore(
        Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore(LedgerProcessor.ALL_LOADS), Serdes.String(), BYTES)
            .withLoggingDisabled(),
        Topic.LANE_LOADS.topicName(),
        Consumed.with(Serdes.String(), BYTES).withName("lane-loads-all"),
        LoadKeeping::new);
  }

  /** Requests under the id of their job, those of a tenant with a quota counted against it. */
  private KStream<String, Incoming> requests() {
    KStream<String, Arrival<Request>> byTenant =
        keyed(
            "requests",
            Topic.REQUESTS,
            Request.class,
            Request::getTenant,
            request -> RequestIdentity.jobId(request.getTenant(), request.getRequestId()));
    Quota quota = new Quota(settings.quota());
    KStream<String, Arrival<Request>> uncounted =
        byTenant
            .filterNot((tenant, arrival) -> quota.counts(tenant), Named.as("requests-uncounted"))
            .selectKey((tenant, arrival) -> arrival.jobId(), Named.as("requests-uncounted-by-job"));
    KStream<String, byte[]> elsewhere =
        elsewhere(uncounted, "requests")
            .merge(
                counted(
                    byTenant.filter(
                        (tenant, arrival) -> quota.counts(tenant), Named.as("requests-to-count"))),
                Named.as("requests-all"));
    return atHome(uncounted, "requests")
        .mapValues(
            arrival -> (Incoming) new Incoming.OfRequest(arrival.bytes(), arrival.event(), 0),
            Named.as("requests-at-home-incoming"))
        .merge(
            byJob(elsewhere, "requests")
                .processValues(RequestsIncoming::new, Named.as("requests-incoming")),
            Named.as("requests-everywhere"));
  }

  private KStream<String, byte[]> counted(KStream<String, Arrival<Request>> byTenant) {
    builder
        .addStateStore(bytesByText(Counting.BUCKETS))
        .addStateStore(
            Stores.windowStoreBuilder(
                Stores.persistentWindowStore(
                    Counting.SEEN, settings.quota().repeats(), WINDOW, false),
                Serdes.String(),
                BYTES));
    return repartitioned(
            byTenant.processValues(Marked<Request>::new, Named.as("requests-to-count-marked")),
            Repartitioned.as("requests-by-tenant"))
        .process(
            () -> new Counting(settings.quota()),
            Named.as("requests-counting"),
            Counting.BUCKETS,
            Counting.SEEN);
  }

  /**
   * What concerns a job in the task that keeps it: what came there as it is, the rest through a
   * topic of ours.
   */
  private static <T> KStream<String, Incoming> byJob(
      KStream<String, Arrival<T>> arrivals, String name, BiFunction<byte[], T, Incoming> incoming) {
    return atHome(arrivals, name)
        .mapValues(
            arrival -> incoming.apply(arrival.bytes(), arrival.event()),
            Named.as(name + "-at-home-incoming"))
        .merge(
            byJob(elsewhere(arrivals, name), name)
                .mapValues(bytes -> incoming.apply(bytes, null), Named.as(name + "-incoming")),
            Named.as(name + "-everywhere"));
  }

  private static <T> KStream<String, Arrival<T>> atHome(
      KStream<String, Arrival<T>> arrivals, String name) {
    return arrivals.filter((id, arrival) -> arrival.atHome(), Named.as(name + "-at-home"));
  }

  private static <T> KStream<String, byte[]> elsewhere(
      KStream<String, Arrival<T>> arrivals, String name) {
    return arrivals
        .filterNot((id, arrival) -> arrival.atHome(), Named.as(name + "-elsewhere"))
        .processValues(Marked<T>::new, Named.as(name + "-elsewhere-marked"));
  }

  private static KStream<String, byte[]> byJob(KStream<String, byte[]> records, String name) {
    return repartitioned(
        records,
        Repartitioned.<String, byte[]>as(name + "-by-job").withStreamPartitioner(JobPartition::of));
  }

  private static KStream<String, byte[]> repartitioned(
      KStream<String, byte[]> records, Repartitioned<String, byte[]> topic) {
    return records.repartition(
        topic
            .withKeySerde(Serdes.String())
            .withValueSerde(BYTES)
            .withNumberOfPartitions(Topic.REQUESTS.partitions()));
  }

  private <T extends SpecificRecord> KStream<String, Arrival<T>> keyed(
      String name, Topic topic, Class<T> eventClass, Function<T, String> jobId) {
    return keyed(name, topic, eventClass, jobId, jobId);
  }

  /** A public topic's records under a key of ours, unreadable ones aside. */
  @SuppressWarnings("unchecked") // Addressing<T> makes no other arrivals
  private <T extends SpecificRecord> KStream<String, Arrival<T>> keyed(
      String name,
      Topic topic,
      Class<T> eventClass,
      Function<T, String> key,
      Function<T, String> jobId) {
    KStream<String, Object> addressed =
        builder.stream(topic.topicName(), Consumed.with(BYTES, BYTES).withName(name))
            .process(
                () ->
                    new Addressing<>(
                        () -> new PatientReader<>(registryUrl, eventClass), key, jobId),
                Named.as(name + "-addressing"));
    deadLetters(name, addressed);
    return addressed
        .filter((id, value) -> value instanceof Arrival, Named.as(name + "-readable"))
        .mapValues(value -> (Arrival<T>) value, Named.as(name + "-arrivals"));
  }

  private static void deadLetters(String name, KStream<String, Object> stream) {
    stream
        .filter((key, value) -> value instanceof DeadLetter, Named.as(name + "-unreadable"))
        .mapValues(value -> (DeadLetter) value, Named.as(name + "-letters"))
        .selectKey((key, letter) -> letter.key(), Named.as(name + "-letter-keys"))
        .mapValues(DeadLetter::value, Named.as(name + "-letter-values"))
        .to(
            Topic.DEAD_LETTERS.topicName(),
            Produced.<byte[], byte[]>as(name + "-dead-letters")
                .withKeySerde(BYTES)
                .withValueSerde(BYTES));
  }

  private static StoreBuilder<KeyValueStore<String, JobRow>> rows() {
    return Stores.keyValueStoreBuilder(
        Stores.persistentKeyValueStore(LedgerProcessor.ROWS),
        Serdes.String(),
        JobRowSerde.create());
  }

  private static StoreBuilder<KeyValueStore<String, byte[]>> bytesByText(String name) {
    return Stores.keyValueStoreBuilder(
        Stores.persistentKeyValueStore(name), Serdes.String(), BYTES);
  }

  private static StoreBuilder<KeyValueStore<Bytes, byte[]>> due() {
    return Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(LedgerProcessor.DUE), Serdes.Bytes(), BYTES)
        .withLoggingDisabled();
  }
}
