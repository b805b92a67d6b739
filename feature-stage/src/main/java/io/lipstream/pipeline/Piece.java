package io.lipstream.pipeline;

/**
 * A rendered segment that stands in the store as a closed-GOP H.264 stream.
 *
 * @param engine engine that rendered it, such as OnnxRuntime/cpu
 * @param modelDigest digest of the bundle that rendered it
 * @param renderMillis how long the worker was busy with it; 0 if it was found finished
 * @param finishedAt milliseconds since 1970 UTC
 */
public record Piece(
    Segment segment, String engine, String modelDigest, long renderMillis, long finishedAt) {
  public String jobId() {
    return segment.clip().job().jobId();
  }
}
