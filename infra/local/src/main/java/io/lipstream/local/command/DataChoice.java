package io.lipstream.local.command;

import io.lipstream.local.stack.LocalStack;
import io.lipstream.local.stack.StackAddresses;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option that says which stack a command works on. */
final class DataChoice {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Folder of everything the stack keeps: topics, schemas, objects, checkpoints, logs."
              + " Default: .lipstream in the project.")
  private Path data = Path.of(System.getProperty("lipstream.data", ".lipstream"));

  Path path() {
    return data.toAbsolutePath().normalize();
  }

  /** The stack that runs on the folder. */
  Optional<StackAddresses> running() {
    return LocalStack.running(path());
  }
}
