package io.lipstream.bundle.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the renderer's graph: {@code BuildFaceRenderer face_renderer.onnx}. */
public final class BuildFaceRenderer {
  private BuildFaceRenderer() {}

  public static void main(String[] arguments) throws IOException {
    Files.write(Path.of(arguments[0]), FaceRendererGraph.build());
  }
}
