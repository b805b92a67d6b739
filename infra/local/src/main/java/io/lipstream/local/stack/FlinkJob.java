package io.lipstream.local.stack;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Lays a job's operators into an environment that runs on the embedded cluster. */
@FunctionalInterface
public interface FlinkJob {
  /** Adds sources, operators and sinks; does not execute. */
  void build(StreamExecutionEnvironment environment);
}
