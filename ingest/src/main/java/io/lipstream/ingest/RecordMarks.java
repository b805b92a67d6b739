package io.lipstream.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** What one node of the topology tells a later one of a record, in the record's headers. Pure. */
final class RecordMarks {
  private static final String JOB_ID = "lipstream.job-id";
  private static final String RETRY_AT = "lipstream.retry-at";

  private RecordMarks() {}

  static void setJobId(Headers headers, String jobId) {
    set(headers, JOB_ID, jobId);
  }

  static String jobId(Headers headers) {
    return text(headers.lastHeader(JOB_ID));
  }

  static void setRetryAt(Headers headers, long instant) {
    set(headers, RETRY_AT, Long.toString(instant));
  }

  /** Milliseconds since 1970 UTC; 0 where nothing was said. */
  static long retryAt(Headers headers) {
    Header header = headers.lastHeader(RETRY_AT);
    return header == null ? 0 : Long.parseLong(text(header));
  }

  /** Takes away what a stranger may have set. */
  static void clear(Headers headers) {
    headers.remove(JOB_ID);
    headers.remove(RETRY_AT);
  }

  private static void set(Headers headers, String name, String value) {
    headers.remove(name).add(name, value.getBytes(UTF_8));
  }

  private static String text(Header header) {
    return new String(header.value(), UTF_8);
  }
}
