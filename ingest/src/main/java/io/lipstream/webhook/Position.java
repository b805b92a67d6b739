package io.lipstream.webhook;

/** Where a record of lipstream.callbacks stands. */
record Position(int partition, long offset) {}
