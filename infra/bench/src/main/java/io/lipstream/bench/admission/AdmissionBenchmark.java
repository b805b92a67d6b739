package io.lipstream.bench.admission;

import io.lipstream.bench.Benchmark;
import io.lipstream.bench.IdleJob;
import io.lipstream.bench.Options;
import io.lipstream.bench.ScratchFolder;
import io.lipstream.bench.Timing;
import io.lipstream.local.stack.LocalStack;
import io.lipstream.local.stack.StackOptions;
import io.lipstream.topic.Topic;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;

/**
 * Requests through admission, with everything that it does, beside a bare pass-through of the same
 * records by Kafka Streams: one topic to another, exactly once, the same commit interval, as many
 * stream threads ({@code --threads}, 1 by default). Both run in this process on the same broker;
 * each round gives a load to the one, then to the other, and the time is from the first record sent
 * to the last one committed and read. The records have their job's id as key, as the gateway and
 * notifications send them; beside them stands what a client that sends no key gets, and what of
 * admission is only its writing: {@link Thoughtless}. The first rounds do not count, for the
 * compiler shares the processor with them.
 */
public final class AdmissionBenchmark implements Benchmark {
  private static final int RECORDS = 20_000;
  private static final int WARM_UPS = 15;
  private static final int ROUNDS = 7;

  @Override
  public String name() {
    return "admission";
  }

  @Override
  public String goal() {
    return "requests a second through admission at least 0.5 of a bare pass-through's";
  }

  @Override
  public String run(PrintStream out, List<String> arguments) {
    Options options = Options.parse(arguments, "threads", "records");
    int threads = options.integer("threads", 1);
    int records = options.integer("records", RECORDS);
    sayLoad(out, "start");
    try (ScratchFolder folder = ScratchFolder.create("admission");
        LocalStack stack =
            LocalStack.start(
                StackOptions.in(folder.path())
                    .with("ingest.commit-interval-ms", "100")
                    .with("ingest.threads", Integer.toString(threads)),
                new IdleJob());
        Load load = new Load(stack.addresses().kafka(), stack.addresses().registry())) {
      var place =
          new PassThrough.Place(
              stack.addresses().kafka(), folder.path().resolve("pass-through"), threads);
      admission(load, load.requests("first", records));
      Written sizes = load.written();
      out.printf(
          "of a request admission writes a row of %d bytes, a job of %d, a progress of %d%n",
          sizes.row(), sizes.job(), sizes.progress());
      try (PassThrough bare = PassThrough.bare(place);
          PassThrough thoughtless = PassThrough.thoughtless(place, sizes)) {
        String found = rounds(out, load, records, bare, thoughtless);
        sayLoad(out, "end");
        return found;
      }
    }
  }

  private static String rounds(
      PrintStream out, Load load, int records, PassThrough bare, PassThrough thoughtless) {
    double[] admitted = new double[ROUNDS];
    double[] ratios = new double[ROUNDS];
    for (int round = -WARM_UPS; round < ROUNDS; round++) {
      List<Load.Keyed> requests = load.requests(round + " keyed", records);
      List<Load.Keyed> bareOfKeys =
          load.requests(round + " bare", records).stream().map(Load.Keyed::withoutKey).toList();
      double through = load.perSecond(requests, bare.in(), bare.out());
      double written = load.perSecond(requests, thoughtless.in(), thoughtless.out());
      double admission = admission(load, requests);
      double unkeyed = admission(load, bareOfKeys);
      if (round >= 0) {
        admitted[round] = admission;
        ratios[round] = admission / through;
      }
      out.printf(
          Locale.ROOT,
          "round %d: %.0f a second admitted, %.0f without keys, %.0f only written, %.0f passed%n",
          round,
          admission,
          unkeyed,
          written,
          through);
    }
    return String.format(
        Locale.ROOT, "ratio=%.2f per_second=%.0f", Timing.median(ratios), Timing.median(admitted));
  }

  private static void sayLoad(PrintStream out, String when) {
    out.printf(
        Locale.ROOT,
        "load average at the %s: %.2f%n",
        when,
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  private static double admission(Load load, List<Load.Keyed> requests) {
    return load.perSecond(requests, Topic.REQUESTS.topicName(), Topic.JOBS_BULK.topicName());
  }
}
