package io.lipstream.pipeline;

/**
 * A finished video as it stands in the store; see VideoObject.avsc and Timings.avsc.
 *
 * @param warnings what was repaired, lines joined by a line feed
 * @param copiedFrom job whose video was copied, empty where it was rendered
 */
public record Video(
    String bucket,
    String key,
    long size,
    String sha256,
    String contentType,
    String cacheControl,
    int width,
    int height,
    int fps,
    int frames,
    String engine,
    String modelDigest,
    StageTimes times,
    String warnings,
    String copiedFrom) {}
