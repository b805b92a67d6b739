package io.lipstream.local.command;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command line. Whatever goes wrong is one line with its code on standard error, and the exit
 * status says whose fault it is: 2 for what the user gave, 1 for anything else. Stack traces of
 * faults of our own go to the log.
 */
@Command(
    name = "lipstream",
    description = "Turns a portrait and a voice into a talking video, through the real pipeline.",
    mixinStandardHelpOptions = true,
    version = "Lipstream " + Lipstream.VERSION,
    subcommands = {
      RenderCommand.class,
      UpCommand.class,
      SubmitCommand.class,
      StatusCommand.class,
      TailCommand.class,
      EngineCommand.class,
      TrainCommand.class,
      TestCommand.class,
      BenchCommand.class
    },
    footer = {
      "",
      "Exit status: 0 done, 1 a fault of Lipstream or of a server, 2 something in what was given.",
      "Data, logs and the shelf of videos stand under .lipstream in the project, or under --data.",
      "'lipstream COMMAND --help' explains a command."
    })
public final class Lipstream implements Runnable {
  static final String VERSION = "0.1.0";
  static final int FAULT = 1;
  static final int BAD_INPUT = 2;

  private static final Logger LOG = LoggerFactory.getLogger(Lipstream.class);

  @Spec private CommandSpec spec;

  private Lipstream() {}

  public static void main(String[] arguments) {
    System.exit(run(Terminal.standard(), arguments));
  }

  /** Runs one command line and returns its exit status. */
  static int run(Terminal terminal, String... arguments) {
    CommandLine line = new CommandLine(new Lipstream(), new Commands(terminal));
    line.setOut(terminal.out());
    line.setErr(terminal.err());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setUsageHelpAutoWidth(true);
    line.setParameterExceptionHandler((e, given) -> badUsage(terminal, e));
    line.setExecutionExceptionHandler((e, command, result) -> failure(terminal, e));
    return line.execute(arguments);
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  private static int badUsage(Terminal terminal, ParameterException e) {
    terminal.error(
        ErrorCode.INVALID_PARAMETER.name(),
        "%s; see '%s --help'"
            .formatted(firstLine(e), e.getCommandLine().getCommandSpec().qualifiedName()));
    return BAD_INPUT;
  }

  private static int failure(Terminal terminal, Exception e) {
    LipstreamException failure = LipstreamException.of(e);
    String hint = "";
    if (failure.code() == ErrorCode.INTERNAL) {
      LOG.error("command failed", e);
      hint = "; the log has more: " + System.getProperty("lipstream.logs", "target/logs");
    }
    terminal.error(failure.code().name(), failure.getMessage() + hint);
    return statusOf(failure.code());
  }

  /** A failure that is final when sent again unchanged lies in what was given. */
  static int statusOf(ErrorCode code) {
    return code.retryable() ? FAULT : BAD_INPUT;
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("cannot be read");
  }
}
