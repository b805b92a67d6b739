package io.lipstream.bench.scheduling;

import io.lipstream.interleaving.Interleaver;
import io.lipstream.pipeline.Segment;
import io.lipstream.stage.EndedJobs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * The same arrivals once on virtual time and once on a Flink mini-cluster on the real clock, with
 * the product's interleaver, Flink's adaptive partitioner and a micro-batcher in each of the render
 * subtasks, whose engine sleeps. Arrivals that the devices can keep up with: were they always busy,
 * any two runs would agree.
 */
record RealTimeRun(int devices, Duration length, long seed) {
  private static final double CLIPS_A_DEVICE = 4;
  private static final Duration WARM_UP = Duration.ofSeconds(15);

  private OpenArrivals arrivals() {
    return new OpenArrivals(CLIPS_A_DEVICE * devices, end().toMillis() / 1e3, seed);
  }

  private Duration end() {
    return WARM_UP.plus(length);
  }

  private double share(double busyNanos) {
    return busyNanos / ((double) length.toNanos() * devices);
  }

  /** Utilisation on virtual time. */
  double simulated() {
    VirtualTime time = new VirtualTime();
    SimulatedDevice device = SimulatedDevice.normalised(ClipMix.standard());
    LipstreamServer server =
        new LipstreamServer(time, device, ClusterPlan.of(devices).withInterleavers(1));
    List<OpenArrivals.Arrival> all = arrivals().all();
    for (int i = 0; i < all.size(); i++) {
      OpenArrivals.Arrival arrival = all.get(i);
      SimulatedClip clip =
          new SimulatedClip(
              arrival.shape(), "clip-" + i, "tenant", false, arrival.at(), ended -> {});
      time.after(arrival.at(), () -> server.submit(clip));
    }
    time.runUntil(WARM_UP.toNanos());
    DeviceUse before = server.use();
    time.runUntil(end().toNanos());
    return share(server.use().minus(before).busyNanos());
  }

  /** Utilisation on the real clock. */
  double real() {
    Configuration configuration = new Configuration();
    configuration.setString("taskmanager.network.adaptive-partitioner.enabled", "true");
    configuration.setString("taskmanager.memory.segment-size", "4kb");
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(devices, configuration);
    // As many as the simulation has held and in the engine, less the one on the network.
    int capacity = 3 * ClusterPlan.of(1).limits().largest() - 1;
    DataStream<Segment> segments =
        environment
            .fromSequence(0, arrivals().all().size() - 1L)
            .setParallelism(1)
            .map(new PacedClips(arrivals()))
            .setParallelism(1)
            .setBufferTimeout(0)
            .transform(
                "interleave",
                TypeInformation.of(Segment.class),
                new Interleaver(256, 1, Map.of(), EndedJobs.Source.none()))
            .setParallelism(1)
            .startNewChain()
            .setBufferTimeout(0);
    AsyncDataStream.unorderedWait(
            segments.rebalance(),
            new SleepingRender(capacity, WARM_UP.toNanos(), end().toNanos()),
            0,
            TimeUnit.MILLISECONDS,
            capacity)
        .returns(Types.LONG)
        .setParallelism(devices)
        .map(new BusySum())
        .setParallelism(devices)
        .sinkTo(new DiscardingSink<>())
        .setParallelism(devices);
    return share(run(environment).<Long>getAccumulatorResult(BusySum.NANOS));
  }

  private static JobExecutionResult run(StreamExecutionEnvironment environment) {
    try {
      return environment.execute("skew on the real clock");
    } catch (Exception e) {
      throw new IllegalStateException("the mini-cluster's job failed", e);
    }
  }
}
