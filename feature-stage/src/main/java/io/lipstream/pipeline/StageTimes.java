package io.lipstream.pipeline;

/** How the time of a job was spent, milliseconds each; see Timings.avsc. */
public record StageTimes(
    long queue, long fetch, long features, long render, long assemble, long publish) {}
