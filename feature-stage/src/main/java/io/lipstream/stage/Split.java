package io.lipstream.stage;

import io.lipstream.pipeline.Report;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.types.Either;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Sends a stage's values on and its reports aside. */
public final class Split<T> extends ProcessFunction<Either<T, Report>, T> {
  private static final long serialVersionUID = 1L;

  /** Where reports go, from every operator of the job. */
  public static final OutputTag<Report> REPORTS =
      new OutputTag<>("reports", TypeInformation.of(Report.class));

  @Override
  public void processElement(Either<T, Report> item, Context context, Collector<T> out) {
    if (item.isLeft()) {
      out.collect(item.left());
    } else {
      context.output(REPORTS, item.right());
    }
  }
}
