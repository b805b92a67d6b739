package io.lipstream.gateway;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.DoubleAdder;

/**
 * Counts calls by route and status, and how long they took, in Prometheus' histogram. Thread-safe.
 */
final class CallCounts {
  private static final double[] SECONDS = {0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60};

  private final Map<String, Series> byCall = new ConcurrentSkipListMap<>();

  private static final class Series {
    private final AtomicLongArray buckets = new AtomicLongArray(SECONDS.length + 1);
    private final DoubleAdder sum = new DoubleAdder();
  }

  /**
   * Notes a call.
   *
   * @param path of the route, not of the call: so there are few
   */
  void note(String method, String path, int status, double seconds) {
    String labels = "method=\"%s\",route=\"%s\",status=\"%d\"".formatted(method, path, status);
    Series series = byCall.computeIfAbsent(labels, none -> new Series());
    int bucket = 0;
    while (bucket < SECONDS.length && seconds > SECONDS[bucket]) {
      bucket++;
    }
    series.buckets.incrementAndGet(bucket);
    series.sum.add(seconds);
  }

  /** The text of Prometheus, version 0.0.4. */
  void write(StringBuilder text) {
    String name = "lipstream_http_request_seconds";
    text.append("# HELP %s Time from a call to its answer.\n".formatted(name));
    text.append("# TYPE %s histogram\n".formatted(name));
    byCall.forEach(
        (labels, series) -> {
          long count = 0;
          for (int i = 0; i <= SECONDS.length; i++) {
            count += series.buckets.get(i);
            String limit = i == SECONDS.length ? "+Inf" : Double.toString(SECONDS[i]);
            text.append("%s_bucket{%s,le=\"%s\"} %d\n".formatted(name, labels, limit, count));
          }
          text.append("%s_sum{%s} %s\n".formatted(name, labels, series.sum.sum()));
          text.append("%s_count{%s} %d\n".formatted(name, labels, count));
        });
  }
}
