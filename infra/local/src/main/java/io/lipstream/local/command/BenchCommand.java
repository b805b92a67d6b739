package io.lipstream.local.command;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Stands here for the help; the script runs the benchmarks' own main class. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a benchmark; its last line is NAME key=value key=value …",
      "'bench list' names each with its goal."
    })
final class BenchCommand implements Callable<Integer> {
  @Parameters(paramLabel = "NAME|list", description = "Which benchmark.")
  private String name;

  @Override
  public Integer call() {
    throw new LipstreamException(
        ErrorCode.INVALID_PARAMETER,
        "'bench %s' is run by the script infra/lipstream".formatted(name));
  }
}
