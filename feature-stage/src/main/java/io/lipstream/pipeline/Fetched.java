package io.lipstream.pipeline;

/**
 * A job whose assets stand in the store.
 *
 * @param startedAt when fetching began, milliseconds since 1970 UTC
 * @param fetchMillis how long it took
 */
public record Fetched(
    JobTicket job, Asset portrait, Asset voice, long startedAt, long fetchMillis) {}
