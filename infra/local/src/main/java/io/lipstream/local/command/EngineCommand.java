package io.lipstream.local.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What is done for inference engines before workers start. */
@Command(
    name = "engine",
    mixinStandardHelpOptions = true,
    description = "Prepares inference engines.",
    subcommands = EngineBuildCommand.class)
final class EngineCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
