package io.lipstream.ingest;

/**
 * A record of a public topic that could be read.
 *
 * @param jobId job that it concerns
 * @param atHome whether it came in the partition where the job's row is kept
 */
record Arrival<T>(byte[] bytes, T event, String jobId, boolean atHome) {}
