package io.lipstream.local.command;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Stands here for the help; the script runs Maven itself, since it must work before any build. */
@Command(
    name = "test",
    mixinStandardHelpOptions = true,
    description = "Builds everything, runs all tests against real servers, prints the counts.")
final class TestCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    throw new LipstreamException(
        ErrorCode.INVALID_PARAMETER, "'test' is run by the script infra/lipstream");
  }
}
