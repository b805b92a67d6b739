package io.lipstream.local.command;

import io.lipstream.connection.KafkaConnection;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.local.client.PipelineClient;
import io.lipstream.local.stack.LocalStack;
import io.lipstream.local.stack.StackAddresses;
import io.lipstream.settings.Settings;
import io.lipstream.storage.S3ObjectStore;
import io.lipstream.storage.S3Settings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A client on a stack: one that runs already on the data folder, else, where the command allows it,
 * one of its own that ends with it, also on Ctrl-C. Use from one thread.
 */
final class Session implements AutoCloseable {
  private final Optional<LocalStack> own;
  private final StackAddresses addresses;
  private final PipelineClient client;

  private Session(Optional<LocalStack> own, StackAddresses addresses) {
    this.own = own;
    this.addresses = addresses;
    this.client = connect(addresses);
  }

  /** Takes the running stack or starts one, saying how long its parts took. */
  static Session open(StackChoice choice, Terminal terminal) {
    Optional<StackAddresses> running = choice.running();
    if (running.isPresent()) {
      return new Session(Optional.empty(), running.get());
    }
    terminal.announce("starting broker, schema registry, object store, Flink and ingest …");
    LocalStack stack = LocalStack.start(choice.options());
    Runtime.getRuntime().addShutdownHook(new Thread(stack::close, "interrupted"));
    terminal.erase();
    terminal.line(startLine(stack.startTimes()));
    return new Session(Optional.of(stack), stack.addresses());
  }

  /**
   * Takes the running stack.
   *
   * @throws LipstreamException CONFIGURATION_INVALID if none runs on the data folder
   */
  static Session join(DataChoice choice) {
    return new Session(
        Optional.empty(),
        choice
            .running()
            .orElseThrow(
                () ->
                    new LipstreamException(
                        ErrorCode.CONFIGURATION_INVALID,
                        "no stack runs on %s; start one with 'lipstream up'"
                            .formatted(choice.path()))));
  }

  private static PipelineClient connect(StackAddresses addresses) {
    Map<String, String> given = addresses.settings();
    given.keySet().removeIf(key -> !key.startsWith("s3."));
    return new PipelineClient(
        KafkaConnection.plain(addresses.kafka(), addresses.registry()),
        S3ObjectStore.open(S3Settings.from(Settings.parse(S3Settings.SETTINGS, given))),
        LocalStack.ASSET_BUCKET);
  }

  static String startLine(Map<String, Duration> times) {
    String parts =
        times.entrySet().stream()
            .filter(part -> !part.getKey().equals("all"))
            .sorted(Map.Entry.<String, Duration>comparingByValue().reversed())
            .map(part -> part.getKey() + " " + Figures.seconds(part.getValue()))
            .collect(Collectors.joining(", "));
    return "stack ready after %s (side by side: %s)"
        .formatted(Figures.seconds(times.get("all")), parts);
  }

  PipelineClient client() {
    return client;
  }

  StackAddresses addresses() {
    return addresses;
  }

  @Override
  public void close() {
    client.close();
    own.ifPresent(LocalStack::close);
  }
}
