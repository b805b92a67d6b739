package io.lipstream.gateway;

import io.lipstream.ledger.JobRow;
import io.lipstream.topic.Topic;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.HostInfo;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * The rows that this instance holds, by Kafka Streams' interactive queries, and who holds the
 * others. A row shows as soon as it is written, before its transaction is committed; what is rolled
 * back is decided again from the same request. Thread-safe.
 */
final class LocalRows {
  private static final int SCANNED_A_PARTITION = 20_000;

  private final KafkaStreams streams;
  private final String store;

  LocalRows(KafkaStreams streams, String store) {
    this.streams = streams;
    this.store = store;
  }

  /** Who holds a row now: the owner, and those with a warm copy. */
  KeyQueryMetadata holders(String jobId) {
    try {
      KeyQueryMetadata holders =
          streams.queryMetadataForKey(store, jobId, Serdes.String().serializer());
      if (holders == null
          || holders.equals(KeyQueryMetadata.NOT_AVAILABLE)
          || holders.activeHost().equals(HostInfo.unavailable())) {
        throw Refusal.unavailable("the ledger is moving between instances");
      }
      return holders;
    } catch (IllegalStateException e) {
      throw Refusal.unavailable("the ledger is not up yet");
    }
  }

  /** Every instance that holds rows. */
  List<HostInfo> instances() {
    List<HostInfo> instances = new ArrayList<>();
    for (StreamsMetadata metadata : metadata()) {
      if (!metadata.topicPartitions().isEmpty() && metadata.stateStoreNames().contains(store)) {
        instances.add(metadata.hostInfo());
      }
    }
    if (instances.isEmpty()) {
      throw Refusal.unavailable("the ledger is moving between instances");
    }
    return instances;
  }

  private Iterable<StreamsMetadata> metadata() {
    try {
      return streams.streamsMetadataForStore(store);
    } catch (IllegalStateException e) {
      throw Refusal.unavailable("the ledger is not up yet");
    }
  }

  /**
   * A row that this instance holds.
   *
   * @param copies whether a warm copy will do; a row that it lacks may be there all the same
   */
  Optional<JobRow> find(String jobId, boolean copies) {
    // Else every partition here would be asked in turn.
    var query = parameters().withPartition(holders(jobId).partition());
    try {
      JobRow row = streams.store(copies ? query.enableStaleStores() : query).get(jobId);
      if (row == null && copies) {
        throw Refusal.unavailable("the copy of the ledger here does not have the job yet");
      }
      return Optional.ofNullable(row);
    } catch (InvalidStateStoreException | IllegalStateException e) {
      throw Refusal.unavailable("the ledger is moving between instances");
    }
  }

  /** Those of the wanted rows that this instance owns, in the order of their ids. */
  TaskPage list(TaskQuery query) {
    List<TaskPage> parts = new ArrayList<>();
    for (int partition = 0; partition < Topic.REQUESTS.partitions(); partition++) {
      owned(partition, query).ifPresent(parts::add);
    }
    return TaskPage.join(parts, query.limit());
  }

  private Optional<TaskPage> owned(int partition, TaskQuery query) {
    try {
      var rows = streams.store(parameters().withPartition(partition));
      try (KeyValueIterator<String, JobRow> all =
          rows.range(query.after().isEmpty() ? null : query.after() + '\0', null)) {
        return Optional.of(TaskPage.scan(partition, new Values(all), query, SCANNED_A_PARTITION));
      }
    } catch (InvalidStateStoreException | IllegalStateException e) {
      return Optional.empty();
    }
  }

  private StoreQueryParameters<ReadOnlyKeyValueStore<String, JobRow>> parameters() {
    return StoreQueryParameters.fromNameAndType(store, QueryableStoreTypes.keyValueStore());
  }

  Map<MetricName, ? extends Metric> metrics() {
    return streams.metrics();
  }

  KafkaStreams.State state() {
    return streams.state();
  }

  /** Only the values of a store's iterator. */
  private record Values(KeyValueIterator<String, JobRow> all) implements Iterator<JobRow> {
    @Override
    public boolean hasNext() {
      return all.hasNext();
    }

    @Override
    public JobRow next() {
      return all.next().value;
    }
  }
}
