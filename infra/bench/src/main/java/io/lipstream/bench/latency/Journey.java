package io.lipstream.bench.latency;

import io.lipstream.event.Completion;

/**
 * What is known of a clip that went through the pipeline.
 *
 * @param sentAt when the request was sent, milliseconds since 1970
 * @param readAt when the completion was in the client's hands
 */
record Journey(Completion completion, long sentAt, long readAt) {
  double milliseconds() {
    return readAt - sentAt;
  }
}
