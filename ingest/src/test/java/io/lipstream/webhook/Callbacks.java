package io.lipstream.webhook;

import io.lipstream.event.Callback;
import io.lipstream.event.Completion;
import io.lipstream.event.JobState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Instant;

/** Callbacks for tests. */
final class Callbacks {
  private Callbacks() {}

  static Callback of(String eventId, String tenant, String url, long dueAt) {
    return Callback.newBuilder()
        .setEventId(eventId)
        .setJobId("job")
        .setTenant(tenant)
        .setUrl(url)
        .setCompletion(bytes(completion(eventId)))
        .setNextAt(Instant.ofEpochMilli(dueAt))
        .setGiveUpAt(Instant.ofEpochMilli(dueAt + 86_400_000))
        .build();
  }

  static Completion completion(String eventId) {
    return Completion.newBuilder()
        .setEventId(eventId)
        .setJobId("job")
        .setTenant("tenant")
        .setRequestId("request é")
        .setState(JobState.CANCELLED)
        .setAcceptedAt(Instant.EPOCH)
        .setCompletedAt(Instant.EPOCH)
        .build();
  }

  private static ByteBuffer bytes(Completion completion) {
    try {
      return completion.toByteBuffer();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
