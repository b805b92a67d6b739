package io.lipstream.plan;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import io.lipstream.engine.Precision;
import io.lipstream.inference.OutOfDeviceMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Builds plans for a device of so much memory: opens each graph for real, takes what its inputs
 * need, and refuses those that need more than there is.
 */
final class PretendedGpu implements PlanBuilder {
  private final String version;
  private final long memory;
  private final List<String> built = new ArrayList<>();

  PretendedGpu(String version, long memory) {
    this.version = version;
    this.memory = memory;
  }

  /** How often a plan was built. */
  int count() {
    return built.size();
  }

  @Override
  public String libraryVersion() {
    return version;
  }

  @Override
  public void build(Path onnx, Path plan, Precision precision) {
    try (OrtSession session = OrtEnvironment.getEnvironment().createSession(onnx.toString())) {
      long bytes = 0;
      for (NodeInfo input : session.getInputInfo().values()) {
        long[] shape = ((TensorInfo) input.getInfo()).getShape();
        if (Arrays.stream(shape).anyMatch(axis -> axis < 1)) {
          throw new IllegalArgumentException(
              input.getName() + " is not fixed: " + Arrays.toString(shape));
        }
        bytes += Arrays.stream(shape).reduce(4, (one, other) -> one * other);
      }
      if (bytes > memory) {
        throw new OutOfDeviceMemory("Error Code 2: OutOfMemory (no further information)", null);
      }
      Files.writeString(plan, "%d bytes, %s".formatted(bytes, precision));
      built.add(plan.toString());
    } catch (OrtException e) {
      throw new IllegalArgumentException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
