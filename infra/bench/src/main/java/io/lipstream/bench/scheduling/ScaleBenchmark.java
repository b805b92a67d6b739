package io.lipstream.bench.scheduling;

import io.lipstream.bench.Benchmark;
import io.lipstream.bench.LastLine;
import io.lipstream.bench.Options;
import io.lipstream.bench.report.Plot;
import io.lipstream.bench.report.Report;
import io.lipstream.bench.report.Series;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Throughput of 1 to 256 simulated devices, and the time of one long clip on all of them. */
public final class ScaleBenchmark implements Benchmark {
  private static final double[] DEVICES = {1, 2, 4, 8, 16, 32, 64, 128, 256};
  private static final int USERS_A_DEVICE = 25;
  private static final Duration WARM_UP = Duration.ofMinutes(1);
  private static final int MINUTES = 2;
  private static final int STEADY = 32;
  private static final int LONG_SECONDS = 600;
  private static final int LONG_SIDE = 512;

  @Override
  public String name() {
    return "scale";
  }

  @Override
  public String goal() {
    return "up to 256 simulated devices, throughput a device is at least 0.95 of that of one alone;"
        + " --minutes N, --seed N, --report FOLDER";
  }

  @Override
  public String run(PrintStream out, List<String> arguments) {
    Options options = Options.parse(arguments, "minutes", "seed", "report");
    Duration measured = Duration.ofMinutes(options.integer("minutes", MINUTES));
    int seed = options.integer("seed", 1);
    SimulatedDevice device = SimulatedDevice.normalised(ClipMix.standard());
    double[] perDevice = new double[DEVICES.length];
    double[] latencies = new double[DEVICES.length];
    List<List<String>> table = new ArrayList<>();
    table.add(Report.row("devices", "clips/s", "a device, of one's", "busy", "10-minute clip, s"));
    for (int i = 0; i < DEVICES.length; i++) {
      int devices = (int) DEVICES[i];
      LoadResult result =
          new ClosedLoop(ClipMix.standard(), USERS_A_DEVICE * devices, seed)
              .run(
                  time -> new LipstreamServer(time, device, ClusterPlan.of(devices)),
                  devices,
                  WARM_UP,
                  measured.multipliedBy(Math.max(1, STEADY / devices)));
      perDevice[i] = result.throughput() / devices;
      latencies[i] = longClip(device, devices);
      table.add(
          Report.row(
              devices,
              result.throughput(),
              String.format(Locale.ROOT, "%.3f", perDevice[i] / perDevice[0]),
              result.busy(),
              latencies[i]));
      out.println(String.join("  ", table.get(i + 1)));
    }
    double worst = Arrays.stream(perDevice).min().orElseThrow() / perDevice[0];
    String line = LastLine.scale(worst);
    double[] ideal = Arrays.stream(DEVICES).map(devices -> latencies[0] / devices).toArray();
    double[] shares = Arrays.stream(perDevice).map(each -> each / perDevice[0]).toArray();
    double[] doublings = new double[DEVICES.length];
    Arrays.setAll(doublings, i -> i);
    Report report = Report.begin(options, name(), "Scale");
    report
        .paragraph(DeviceText.of(device))
        .paragraph(
            "%d users a device without think time, %d simulated minutes after %d that does not count, seed %d;"
                    .formatted(USERS_A_DEVICE, measured.toMinutes(), WARM_UP.toMinutes(), seed)
                + " fewer than 32 devices are measured for as much longer, so that chance weighs as"
                + " little; one interleaver for each four devices, clips dealt out to them in turn. Beside"
                + " that, one clip of 10 minutes at 512x512 alone: its windows go to all devices,"
                + " and what is left at the end is preparation, the batches' delay, encoding and"
                + " assembly. Kafka, S3 and the network are not in the model.")
        .table(table)
        .plot(
            "throughput.png",
            new Plot("Throughput a device", "doublings of the devices", "of that of one")
                .with(new Series("Lipstream", doublings, shares)))
        .plot(
            "long-clip.png",
            new Plot("A clip of 10 minutes", "doublings of the devices", "seconds")
                .with(new Series("alone", doublings, latencies))
                .with(new Series("one device's over devices", doublings, ideal)));
    report.end(out, name(), line);
    return line;
  }

  private static double longClip(SimulatedDevice device, int devices) {
    VirtualTime time = new VirtualTime();
    LipstreamServer server = new LipstreamServer(time, device, ClusterPlan.of(devices));
    SimulatedClip clip =
        new SimulatedClip(
            ClipShape.seconds(LONG_SECONDS, LONG_SIDE), "long", "tenant", false, 0, ended -> {});
    server.submit(clip);
    time.runOut();
    return clip.latency() / 1e9;
  }
}
