package io.lipstream.publish;

/**
 * What is known of a video's bytes.
 *
 * @param size bytes
 * @param sha256 64 lower-case hex digits
 * @param engine engine that rendered it
 * @param modelDigest bundle that rendered it
 */
public record VideoFacts(
    long size,
    String sha256,
    int width,
    int height,
    int fps,
    int frames,
    String engine,
    String modelDigest) {}
