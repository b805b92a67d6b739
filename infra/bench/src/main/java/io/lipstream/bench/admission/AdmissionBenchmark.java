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
import java.util.List;
import java.util.Locale;

/**
 * Requests through admission, with everything that it does, beside a bare pass-through of the same
 * records by Kafka Streams: one topic to another, exactly once, the same commit interval, as many
 * threads. Both run in this process on the same broker; each round gives a load to the one, then to
 * the other, and the time is from the first record sent to the last one committed and read.
 */
public final class AdmissionBenchmark implements Benchmark {
  private static final int RECORDS = 10_000;
  private static final int WARM_UPS = 8;
  private static final int ROUNDS = 5;

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
    Options.parse(arguments);
    try (ScratchFolder folder = ScratchFolder.create("admission");
        LocalStack stack =
            LocalStack.start(
                StackOptions.in(folder.path()).with("ingest.commit-interval-ms", "100"),
                new IdleJob());
        PassThrough bare =
            PassThrough.start(stack.addresses().kafka(), folder.path().resolve("pass-through"));
        Load load = new Load(stack.addresses().kafka(), stack.addresses().registry())) {
      double[] admitted = new double[ROUNDS];
      double[] ratios = new double[ROUNDS];
      for (int round = -WARM_UPS; round < ROUNDS; round++) {
        List<byte[]> requests = load.requests(round, RECORDS);
        double through = load.perSecond(requests, PassThrough.IN, PassThrough.OUT);
        double admission =
            load.perSecond(requests, Topic.REQUESTS.topicName(), Topic.JOBS_BULK.topicName());
        if (round >= 0) {
          admitted[round] = admission;
          ratios[round] = admission / through;
          out.printf(
              Locale.ROOT,
              "round %d: %.0f a second admitted, %.0f passed%n",
              round,
              admission,
              through);
        }
      }
      return String.format(
          Locale.ROOT,
          "ratio=%.2f per_second=%.0f",
          Timing.median(ratios),
          Timing.median(admitted));
    }
  }
}
