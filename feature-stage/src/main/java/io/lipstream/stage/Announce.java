package io.lipstream.stage;

import io.lipstream.pipeline.Report;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.function.SerializableFunction;

/** Lets items pass and reports, for each, the state that its job has reached. */
public final class Announce<T> extends ProcessFunction<T, T> {
  private static final long serialVersionUID = 1L;

  private final SerializableFunction<T, Report> report;

  public Announce(SerializableFunction<T, Report> report) {
    this.report = report;
  }

  @Override
  public void processElement(T item, Context context, Collector<T> out) {
    context.output(Split.REPORTS, report.apply(item));
    out.collect(item);
  }
}
