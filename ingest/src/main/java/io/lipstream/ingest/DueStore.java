package io.lipstream.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lipstream.ledger.JobRow;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Jobs in the order of the instant when they are to be looked at: the key is that instant,
 * big-endian, and the job's id, so that what is due stands in front and nothing else is read. The
 * rows tell all that is in it, so that it has no changelog: whoever takes the rows over adds what
 * it lacks. An entry that its row does not name is of no meaning. For one stream thread.
 */
final class DueStore {
  private static final byte[] PRESENT = {1};

  private final KeyValueStore<Bytes, byte[]> store;

  DueStore(KeyValueStore<Bytes, byte[]> store) {
    this.store = store;
  }

  /**
   * An entry.
   *
   * @param instant milliseconds since 1970 UTC
   */
  record Entry(long instant, String jobId) {}

  /**
   * Adds what the rows are due for; what stands already stays. Reads every row.
   *
   * @param reader is told of each of them
   */
  void addAll(KeyValueStore<String, JobRow> rows, Consumer<JobRow> reader) {
    try (KeyValueIterator<String, JobRow> all = rows.all()) {
      while (all.hasNext()) {
        JobRow row = all.next().value;
        reader.accept(row);
        if (row.getWakeAt() > 0) {
          add(row.getWakeAt(), row.getJobId());
        }
      }
    }
  }

  void add(long instant, String jobId) {
    store.put(key(instant, jobId), PRESENT);
  }

  void remove(long instant, String jobId) {
    store.delete(key(instant, jobId));
  }

  /** The earliest entries up to an instant. */
  List<Entry> upTo(long now, int most) {
    List<Entry> entries = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> due = store.range(key(0, ""), key(now + 1, ""))) {
      while (due.hasNext() && entries.size() < most) {
        ByteBuffer key = ByteBuffer.wrap(due.next().key.get());
        entries.add(new Entry(key.getLong(), UTF_8.decode(key).toString()));
      }
    }
    return entries;
  }

  private static Bytes key(long instant, String jobId) {
    byte[] id = jobId.getBytes(UTF_8);
    return Bytes.wrap(ByteBuffer.allocate(Long.BYTES + id.length).putLong(instant).put(id).array());
  }
}
