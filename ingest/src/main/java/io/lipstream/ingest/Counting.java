package io.lipstream.ingest;

import io.lipstream.quota.Quota;
import io.lipstream.quota.QuotaSettings;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;

/**
 * Counts the requests of a tenant, which all meet here, on the broker's time: a timestamp that a
 * producer forges buys nothing. A request whose id was let through before costs nothing. Passes all
 * on under the id of their job, those beyond the quota with the instant when they may come again.
 * For one stream thread.
 */
final class Counting implements Processor<String, byte[], String, byte[]> {
  static final String BUCKETS = "quota-buckets";
  static final String SEEN = "quota-seen";

  private static final byte[] PRESENT = {1};

  private final Quota quota;
  private final Duration repeats;
  private ProcessorContext<String, byte[]> context;
  private KeyValueStore<String, byte[]> buckets;
  private WindowStore<String, byte[]> seen;

  Counting(QuotaSettings settings) {
    this.quota = new Quota(settings);
    this.repeats = settings.repeats();
  }

  @Override
  public void init(ProcessorContext<String, byte[]> processorContext) {
    context = processorContext;
    buckets = processorContext.getStateStore(BUCKETS);
    seen = processorContext.getStateStore(SEEN);
  }

  @Override
  public void process(Record<String, byte[]> record) {
    String jobId = RecordMarks.jobId(record.headers());
    long now = record.timestamp();
    Headers headers = new RecordHeaders(record.headers());
    if (!isRepeat(jobId, now)) {
      Quota.Count count = quota.count(record.key(), buckets.get(record.key()), now);
      count.state().ifPresent(state -> buckets.put(record.key(), state));
      if (count.retryAt() > 0) {
        RecordMarks.setRetryAt(headers, count.retryAt());
      } else if (count.state().isPresent()) {
        seen.put(jobId, PRESENT, now);
      }
    }
    context.forward(record.withKey(jobId).withHeaders(headers));
  }

  private boolean isRepeat(String jobId, long now) {
    Instant to = Instant.ofEpochMilli(now);
    try (WindowStoreIterator<byte[]> found = seen.fetch(jobId, to.minus(repeats), to)) {
      return found.hasNext();
    }
  }
}
