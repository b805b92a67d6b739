package io.lipstream.bench.efficiency;

import io.lipstream.bench.Timing;
import io.lipstream.bench.profile.ThreadTimes;
import io.lipstream.bench.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Rounds of pipeline and bare loop at one size. Not thread-safe. */
final class Rounds {
  private final List<Cost> pipeline = new ArrayList<>();
  private final List<Cost> loop = new ArrayList<>();
  private ThreadTimes pipelineThreads = new ThreadTimes(Map.of());
  private ThreadTimes loopThreads = new ThreadTimes(Map.of());

  void add(Cost own, Cost bare) {
    pipeline.add(own);
    loop.add(bare);
  }

  void threads(ThreadTimes own, ThreadTimes bare) {
    pipelineThreads = own;
    loopThreads = bare;
  }

  /** Median of the rounds' ratios: what the machine does beside falls on both of a round. */
  double ratio() {
    return ratio(Cost::processorMilliseconds);
  }

  double machineRatio() {
    return ratio(Cost::machineMilliseconds);
  }

  private double ratio(ToDoubleFunction<Cost> own) {
    return Timing.median(
        IntStream.range(0, pipeline.size())
            .mapToDouble(
                i -> loop.get(i).processorMilliseconds() / own.applyAsDouble(pipeline.get(i)))
            .toArray());
  }

  double pipelineFps() {
    return median(pipeline, Cost::framesPerSecond);
  }

  double loopFps() {
    return median(loop, Cost::framesPerSecond);
  }

  private static double median(List<Cost> costs, ToDoubleFunction<Cost> value) {
    return Timing.median(costs.stream().mapToDouble(value).toArray());
  }

  List<String> row(String size) {
    return Report.row(
        size,
        median(loop, Cost::processorMilliseconds),
        median(pipeline, Cost::processorMilliseconds),
        median(pipeline, Cost::machineMilliseconds),
        ratio(),
        machineRatio(),
        pipelineFps(),
        loopFps());
  }

  /** CPU milliseconds a frame by kind of thread. */
  List<List<String>> threadTable() {
    List<List<String>> table = new ArrayList<>();
    table.add(Report.row("threads", "TaskManager", "bare loop"));
    TreeSet<String> kinds = new TreeSet<>(pipelineThreads.seconds().keySet());
    kinds.addAll(loopThreads.seconds().keySet());
    for (String kind : kinds) {
      table.add(
          Report.row(
              kind, aFrame(pipelineThreads, kind, pipeline), aFrame(loopThreads, kind, loop)));
    }
    return table;
  }

  private static double aFrame(ThreadTimes threads, String kind, List<Cost> costs) {
    int frames = costs.stream().mapToInt(Cost::frames).sum();
    return 1000 * threads.seconds().getOrDefault(kind, 0.0) / frames;
  }
}
