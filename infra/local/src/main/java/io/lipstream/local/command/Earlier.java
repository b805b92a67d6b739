package io.lipstream.local.command;

import io.lipstream.admission.RequestIdentity;
import io.lipstream.event.Completion;
import io.lipstream.event.Progress;
import io.lipstream.event.Request;
import io.lipstream.local.client.EventFeed;
import java.time.Duration;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/**
 * What became of a request when it was sent before: sent again it is the same job, of which no
 * event comes a second time. Use from one thread.
 */
final class Earlier {
  /** Silence after which the request is taken for one that was sent before. */
  private static final Duration SILENCE = Duration.ofSeconds(5);

  private static final Duration PAUSE = Duration.ofMillis(200);

  private String jobId;
  private Completion completion;
  private long heard = System.nanoTime();

  private Earlier() {}

  /** Of a request with a new id. */
  static Earlier none() {
    return new Earlier();
  }

  /**
   * Reads what the topics hold of the request.
   *
   * @param feed from the beginning; what comes after its opening is left in it
   */
  static Earlier read(EventFeed feed, Request request) {
    Earlier earlier = new Earlier();
    while (!feed.reachedOpening()) {
      feed.poll(PAUSE).forEach(event -> earlier.take(event, request));
    }
    earlier.heard = System.nanoTime();
    return earlier;
  }

  /** Refusals of other content, and those that pass, have ids of their own. */
  private void take(SpecificRecord event, Request request) {
    String id = RequestIdentity.of(request).jobId();
    if (event instanceof Progress progress && progress.getJobId().equals(id)) {
      jobId = id;
    }
    if (event instanceof Completion ended && ended.getJobId().equals(id)) {
      jobId = id;
      completion = ended;
    }
  }

  static boolean answers(Request request, String tenant, String requestId) {
    return request.getTenant().equals(tenant) && request.getRequestId().equals(requestId);
  }

  /** Says that an event of the request has come. */
  void hear() {
    heard = System.nanoTime();
  }

  /** The job, if it is known from before and nothing new was heard of it for a while. */
  Optional<String> job() {
    return System.nanoTime() - heard > SILENCE.toNanos()
        ? Optional.ofNullable(jobId)
        : Optional.empty();
  }

  /** How it ended, likewise. */
  Optional<Completion> completion() {
    return job().flatMap(id -> Optional.ofNullable(completion));
  }
}
