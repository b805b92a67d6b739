package io.lipstream.bench;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.NearestName;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Runs the benchmark that is named, or lists all with their goals. The last line is the name and
 * what was measured; exit status 1 on failure, 2 if there is no such benchmark or it does not take
 * what it was given.
 */
public final class BenchMain {
  private BenchMain() {}

  public static void main(String[] arguments) {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.exit(run(List.of(arguments), Benchmarks.ALL, out, System.err));
  }

  static int run(
      List<String> arguments, List<Benchmark> benchmarks, PrintStream out, PrintStream errors) {
    if (arguments.isEmpty()) {
      errors.println("expected the name of a benchmark, or 'list'");
      return 2;
    }
    String name = arguments.get(0);
    if (name.equals("list")) {
      benchmarks.forEach(each -> out.printf("%-12s %s%n", each.name(), each.goal()));
      return 0;
    }
    Optional<Benchmark> benchmark =
        benchmarks.stream().filter(each -> each.name().equals(name)).findFirst();
    if (benchmark.isEmpty()) {
      List<String> known = benchmarks.stream().map(Benchmark::name).toList();
      errors.printf(
          "%s: there is no benchmark '%s'; %s%n",
          ErrorCode.INVALID_PARAMETER, name, NearestName.hint(name, known));
      return 2;
    }
    try {
      out.println(name + " " + benchmark.get().run(out, arguments.subList(1, arguments.size())));
      return 0;
    } catch (LipstreamException e) {
      errors.println(e.code() + ": " + e.getMessage());
      return e.code().retryable() ? 1 : 2;
    }
  }
}
