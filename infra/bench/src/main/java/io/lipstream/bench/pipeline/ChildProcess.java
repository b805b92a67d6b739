package io.lipstream.bench.pipeline;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A virtual machine of its own with this one's class path, a heap of fixed size and the default
 * collector, so that two of them differ only in what they do. What it says goes to a log unless it
 * is spoken with. Ends when it is closed or this process ends.
 */
public final class ChildProcess implements AutoCloseable {
  private static final String HEAP = "1g";
  private static final long ORDERLY_SECONDS = 10;

  private final Process process;
  private final PrintWriter in;
  private final BufferedReader out;

  private ChildProcess(Process process) {
    this.process = process;
    this.in = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
    this.out = process.inputReader(StandardCharsets.UTF_8);
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
  }

  /**
   * Starts one.
   *
   * @param log where its errors go, and with {@code quiet} all that it says
   */
  static ChildProcess start(
      Path log, boolean quiet, Class<?> mainClass, List<String> options, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens"))
        .forEach(command::add);
    command.addAll(List.of("-Xms" + HEAP, "-Xmx" + HEAP, "-XX:+AlwaysPreTouch"));
    command.addAll(List.of("-Djava.awt.headless=true", "-Dfile.encoding=UTF-8"));
    command.add("-Dlipstream.logs=" + log.getParent().resolve("logs-" + log.getFileName()));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass.getName()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
    if (quiet) {
      builder.redirectErrorStream(true).redirectOutput(log.toFile());
    }
    try {
      return new ChildProcess(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts one that answers on its output what it is asked on its input. */
  public static ChildProcess spokenWith(Path log, Class<?> mainClass, String... arguments) {
    return start(log, false, mainClass, List.of(), List.of(arguments));
  }

  /**
   * Says a line and waits for the line that answers it.
   *
   * @throws LipstreamException INTERNAL if the process has ended
   */
  public String ask(String line) {
    in.println(line);
    try {
      String answer = out.readLine();
      if (answer == null) {
        throw new LipstreamException(ErrorCode.INTERNAL, "process " + pid() + " has ended");
      }
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public long pid() {
    return process.pid();
  }

  /** Processor time of all its threads so far, seconds. */
  public double processorSeconds() {
    return processorSeconds(process.toHandle());
  }

  static double processorSeconds(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(ORDERLY_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
