package io.lipstream.ingest;

import io.lipstream.admission.RequestIdentity;
import io.lipstream.event.Outcome;
import io.lipstream.event.Request;
import io.lipstream.ledger.JobRow;
import io.lipstream.topic.Topic;
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
 * Requests and outcomes are keyed anew by job id, each through an internal topic, for keys belong
 * to us: producers leave them out, and clients hash differently. Behind both stands one ledger
 * processor, so that everything that concerns a job meets in one task. Names of nodes, stores and
 * internal topics are given, so that the topology can grow and keep its state.
 */
final class IngestTopology {
  private static final Serde<byte[]> BYTES = Serdes.ByteArray();

  private final StreamsBuilder builder = new StreamsBuilder();
  private final IngestSettings settings;
  private final String registryUrl;

  private IngestTopology(IngestSettings settings, String registryUrl) {
    this.settings = settings;
    this.registryUrl = registryUrl;
  }

  static Topology build(IngestSettings settings, String registryUrl) {
    IngestTopology topology = new IngestTopology(settings, registryUrl);
    topology.layOut();
    return topology.builder.build();
  }

  private void layOut() {
    KStream<String, Incoming> requests =
        byJob(
                "requests",
                Topic.REQUESTS,
                Request.class,
                request -> RequestIdentity.jobId(request.getTenant(), request.getRequestId()))
            .mapValues(bytes -> new Incoming.OfRequest(bytes), Named.as("requests-incoming"));
    KStream<String, Incoming> outcomes =
        byJob("outcomes", Topic.OUTCOMES, Outcome.class, Outcome::getJobId)
            .mapValues(bytes -> new Incoming.OfOutcome(bytes), Named.as("outcomes-incoming"));
    builder.addStateStore(rows()).addStateStore(due());
    KStream<String, Object> decided =
        requests
            .merge(outcomes, Named.as("incoming"))
            .process(
                () -> new LedgerProcessor(settings, registryUrl),
                Named.as("ledger"),
                LedgerProcessor.ROWS,
                LedgerProcessor.DUE);
    decided
        .filterNot((key, value) -> value instanceof DeadLetter, Named.as("ledger-events"))
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
    deadLetters("ledger", decided);
  }

  /** The bytes of a public topic's records under the id of their job, records of no job aside. */
  private <T extends SpecificRecord> KStream<String, byte[]> byJob(
      String name, Topic topic, Class<T> eventClass, Function<T, String> jobId) {
    KStream<String, Object> addressed =
        builder.stream(topic.topicName(), Consumed.with(BYTES, BYTES).withName(name))
            .process(
                () -> new Addressing<>(() -> new PatientReader<>(registryUrl, eventClass), jobId),
                Named.as(name + "-addressing"));
    deadLetters(name, addressed);
    return addressed
        .filter((id, value) -> value instanceof byte[], Named.as(name + "-readable"))
        .mapValues(value -> (byte[]) value, Named.as(name + "-bytes"))
        .repartition(
            Repartitioned.<String, byte[]>as(name + "-by-job")
                .withKeySerde(Serdes.String())
                .withValueSerde(BYTES)
                .withNumberOfPartitions(Topic.REQUESTS.partitions()));
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

  private static StoreBuilder<KeyValueStore<Bytes, byte[]>> due() {
    return Stores.keyValueStoreBuilder(
        Stores.persistentKeyValueStore(LedgerProcessor.DUE), Serdes.Bytes(), BYTES);
  }
}
