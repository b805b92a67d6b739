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
 * Requests of a tenant with a quota are keyed anew by tenant, to be counted, then all requests,
 * like outcomes and commands, by job id, each through an internal topic, for keys belong to us:
 * producers leave them out, and clients hash differently. Behind all stands one ledger processor,
 * so that everything that concerns a job meets in one task. What each task says of its load every
 * instance keeps. Names of nodes, stores and internal topics are given, so that the topology can
 * grow and keep its state.
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
    KStream<String, Incoming> requests =
        counted(
                keyed(
                    "requests",
                    Topic.REQUESTS,
                    Request.class,
                    Request::getTenant,
                    request -> RequestIdentity.jobId(request.getTenant(), request.getRequestId())))
            .processValues(RequestsIncoming::new, Named.as("requests-incoming"));
    KStream<String, Incoming> outcomes =
        byJob(keyed("outcomes", Topic.OUTCOMES, Outcome.class, Outcome::getJobId), "outcomes")
            .mapValues(bytes -> new Incoming.OfOutcome(bytes), Named.as("outcomes-incoming"));
    KStream<String, Incoming> commands =
        byJob(keyed("commands", Topic.COMMANDS, Command.class, Command::getJobId), "commands")
            .mapValues(bytes -> new Incoming.OfCommand(bytes), Named.as("commands-incoming"));
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

  /** Requests counted against their tenant's quota if it has one, under the id of their job. */
  private KStream<String, byte[]> counted(KStream<String, byte[]> byTenant) {
    Quota quota = new Quota(settings.quota());
    builder
        .addStateStore(bytesByText(Counting.BUCKETS))
        .addStateStore(
            Stores.windowStoreBuilder(
                Stores.persistentWindowStore(
                    Counting.SEEN, settings.quota().repeats(), WINDOW, false),
                Serdes.String(),
                BYTES));
    KStream<String, byte[]> counted =
        repartitioned(
                byTenant.filter(
                    (tenant, bytes) -> quota.counts(tenant), Named.as("requests-to-count")),
                "requests-by-tenant")
            .process(
                () -> new Counting(settings.quota()),
                Named.as("requests-counting"),
                Counting.BUCKETS,
                Counting.SEEN);
    return byJob(
        counted.merge(
            byTenant
                .filterNot((tenant, bytes) -> quota.counts(tenant), Named.as("requests-uncounted"))
                .process(ByMarkedJob::new, Named.as("requests-uncounted-by-job")),
            Named.as("requests-all")),
        "requests");
  }

  private static KStream<String, byte[]> byJob(KStream<String, byte[]> records, String name) {
    return repartitioned(records, name + "-by-job");
  }

  private static KStream<String, byte[]> repartitioned(
      KStream<String, byte[]> records, String name) {
    return records.repartition(
        Repartitioned.<String, byte[]>as(name)
            .withKeySerde(Serdes.String())
            .withValueSerde(BYTES)
            .withNumberOfPartitions(Topic.REQUESTS.partitions()));
  }

  private <T extends SpecificRecord> KStream<String, byte[]> keyed(
      String name, Topic topic, Class<T> eventClass, Function<T, String> jobId) {
    return keyed(name, topic, eventClass, jobId, jobId);
  }

  /** The bytes of a public topic's records under a key of ours, unreadable ones aside. */
  private <T extends SpecificRecord> KStream<String, byte[]> keyed(
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
        .filter((id, value) -> value instanceof byte[], Named.as(name + "-readable"))
        .mapValues(value -> (byte[]) value, Named.as(name + "-bytes"));
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
        Stores.persistentKeyValueStore(LedgerProcessor.DUE), Serdes.Bytes(), BYTES);
  }
}
