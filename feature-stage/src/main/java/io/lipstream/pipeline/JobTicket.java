package io.lipstream.pipeline;

/**
 * What the data plane carries of a job from operator to operator; the fields of the Job event with
 * types that Flink's own serializer takes. See Job.avsc and Parameters.avsc for ranges and units.
 *
 * @param declaredDuration seconds, NaN when not declared
 * @param modelDigest digest of the bundle the job is pinned to, empty for the worker's own
 * @param deadline milliseconds since 1970 UTC, Long.MAX_VALUE for none
 * @param maxAudioSeconds longest voice that the job may have, infinite for the worker's own limit
 * @param voiceStyle style of speaking that was asked for, empty for none
 * @param acceptedAt milliseconds since 1970 UTC
 */
public record JobTicket(
    String jobId,
    int attempt,
    String tenant,
    String requestDigest,
    String lane,
    String imageUri,
    String audioUri,
    String outputUri,
    double declaredDuration,
    RenderParameters parameters,
    String modelDigest,
    double maxAudioSeconds,
    String voiceStyle,
    long acceptedAt,
    long deadline) {}
