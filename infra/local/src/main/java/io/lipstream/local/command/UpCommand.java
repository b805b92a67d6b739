package io.lipstream.local.command;

import io.lipstream.local.stack.LocalStack;
import io.lipstream.local.stack.StackAddresses;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Keeps a stack running until it is interrupted. */
@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    description = {
      "Starts the stack, prints every address and keeps it running.",
      "It has a Kafka broker, a schema registry, an S3 server, Flink with its web interface and"
          + " ingest, all on loopback. Ctrl-C ends it in order."
    })
final class UpCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private StackChoice stack;

  UpCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    Sample sample = Sample.in(stack.data());
    terminal.announce("starting broker, schema registry, object store, Flink and ingest …");
    LocalStack running = LocalStack.start(stack.options());
    CountDownLatch interrupted = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  running.close();
                  interrupted.countDown();
                },
                "interrupted"));
    terminal.erase();
    terminal.line(Session.startLine(running.startTimes()));
    describe(running.addresses(), sample);
    interrupted.await();
    return 0;
  }

  private void describe(StackAddresses addresses, Sample sample) {
    terminal.line("");
    terminal.line("  Kafka            " + addresses.kafka());
    terminal.line("  schema registry  " + addresses.registry());
    terminal.line(
        "  S3               %s  access key %s, secret key %s, path style"
            .formatted(
                addresses.s3(),
                addresses.settings().get("s3.access-key"),
                addresses.settings().get("s3.secret-key")));
    terminal.line("  HTTP             " + addresses.http());
    terminal.line("  Flink            " + addresses.flink());
    terminal.line(
        "  metrics          %s of the workers, %s/metrics of ingest"
            .formatted(addresses.metrics(), addresses.http()));
    terminal.line("  data             " + stack.data());
    terminal.line("");
    terminal.line("Send a request:");
    terminal.line(
        "  %s submit --portrait '%s' --audio '%s' --data '%s'"
            .formatted(
                System.getProperty("lipstream.script", "infra/lipstream"),
                sample.portrait(),
                sample.voice(),
                stack.data()));
    terminal.line("Watch what becomes of it: the same with 'tail', or 'status JOB'.");
    terminal.line("Ctrl-C ends the stack.");
  }
}
