package io.lipstream.bench.admission;

/**
 * Bytes that admission writes of one request.
 *
 * @param row what it stores, and writes to the store's changelog
 * @param job record of the job's topic
 * @param progress record of the progress topic
 */
record Written(int row, int job, int progress) {}
