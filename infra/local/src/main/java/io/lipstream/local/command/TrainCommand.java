package io.lipstream.local.command;

import io.lipstream.local.stack.LocalStack;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Starts a stack and ends it, so that the virtual machine can archive the classes that a start
 * needs; the script runs this once after a build.
 */
@Command(name = "train", hidden = true, description = "Starts a stack and ends it.")
final class TrainCommand implements Callable<Integer> {
  @Mixin private StackChoice stack;

  @Override
  public Integer call() {
    LocalStack.start(stack.options()).close();
    return 0;
  }
}
