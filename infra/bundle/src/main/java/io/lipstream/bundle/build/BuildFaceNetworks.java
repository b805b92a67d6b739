package io.lipstream.bundle.build;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the bundle's two face networks from the assets that MediaPipe publishes: {@code
 * BuildFaceNetworks face_mesh_solution_packed_assets.data FOLDER}. The assets come with {@code npm
 * pack @mediapipe/face_mesh@0.4.1657299874}; the networks stand in it one after another.
 */
public final class BuildFaceNetworks {
  private static final int MESH_START = 0;
  private static final int MESH_END = 2_495_952;
  private static final int DETECTOR_START = 3_757_224;
  private static final int DETECTOR_END = 3_986_256;

  private BuildFaceNetworks() {}

  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 2) {
      throw new IllegalArgumentException(
          "usage: BuildFaceNetworks face_mesh_solution_packed_assets.data FOLDER");
    }
    byte[] assets = Files.readAllBytes(Path.of(arguments[0]));
    Path folder = Path.of(arguments[1]);
    Files.write(folder.resolve("face_landmark_with_attention.onnx"), mesh(assets));
    Files.write(folder.resolve("face_detection_short_range.onnx"), detector(assets));
  }

  static byte[] mesh(byte[] assets) {
    return convert("face_landmark_with_attention", assets, MESH_START, MESH_END);
  }

  static byte[] detector(byte[] assets) {
    return convert("face_detection_short_range", assets, DETECTOR_START, DETECTOR_END);
  }

  private static byte[] convert(String name, byte[] assets, int start, int end) {
    if (assets.length != DETECTOR_END) {
      throw new IllegalArgumentException(
          "the assets have %d bytes, those of version 0.4.1657299874 have %d"
              .formatted(assets.length, DETECTOR_END));
    }
    ByteBuffer file = ByteBuffer.wrap(assets).slice(start, end - start);
    return NetworkConversion.convert(name, TensorflowLiteGraph.read(file));
  }
}
