package io.lipstream.plan;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lipstream.engine.EngineFailure;
import io.lipstream.engine.Precision;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.OutOfDeviceMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * TensorRT's own program, as a child process: what it does to the GPU's memory, or to itself, ends
 * with it. Reads its report for the reason of a failure.
 */
final class Trtexec implements PlanBuilder {
  private static final Pattern VERSION = Pattern.compile("\\[TensorRT v(\\d+)]");
  private static final Pattern STAMP = Pattern.compile("^\\[[0-9/:-]+] ");

  private final String program;
  private final int gpu;

  Trtexec(String program, int gpu) {
    this.program = program;
    this.gpu = gpu;
  }

  /** What a child said, all of it, and its exit status. */
  private record Ended(int status, String said) {}

  @Override
  public String libraryVersion() {
    Ended help = run(List.of("--help"));
    Matcher version = VERSION.matcher(help.said());
    if (!version.find()) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "%s does not say which TensorRT it is of: %s"
              .formatted(program, help.said().lines().findFirst().orElse("it says nothing")));
    }
    return dotted(Integer.parseInt(version.group(1)));
  }

  @Override
  public void build(Path onnx, Path plan, Precision precision) {
    List<String> options = new ArrayList<>();
    options.add("--onnx=" + onnx);
    options.add("--saveEngine=" + plan);
    options.add("--device=" + gpu);
    options.addAll(List.of("--iterations=1", "--warmUp=0", "--duration=0"));
    if (precision == Precision.HALF) {
      options.add("--fp16");
    }
    Ended ended = run(options);
    if (ended.status() != 0 || !Files.exists(plan)) {
      throw failure(ended);
    }
  }

  /** 8601 as 8.6.1, and from TensorRT 10 on 100300 as 10.3.0. */
  static String dotted(int version) {
    return version < 10_000
        ? "%d.%d.%d".formatted(version / 1000, version / 100 % 10, version % 100)
        : "%d.%d.%d".formatted(version / 10_000, version / 100 % 100, version % 100);
  }

  private RuntimeException failure(Ended ended) {
    String reason =
        ended
            .said()
            .lines()
            .filter(line -> line.contains("[E]") || line.contains("Cuda failure"))
            .findFirst()
            .map(line -> STAMP.matcher(line).replaceFirst(""))
            .orElse("exit status " + ended.status());
    String message = "%s failed: %s".formatted(program, reason);
    return EngineFailure.isLackOfMemory(ended.said())
        ? new OutOfDeviceMemory(message, null)
        : new LipstreamException(ErrorCode.ENGINE_FAILED, message);
  }

  private Ended run(List<String> options) {
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(options);
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), UTF_8);
      return new Ended(process.waitFor(), said);
    } catch (IOException e) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "cannot run '%s', which comes with TensorRT; name it with --trtexec".formatted(program),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LipstreamException(ErrorCode.ENGINE_FAILED, program + " was interrupted", e);
    }
  }
}
