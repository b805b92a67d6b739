package io.lipstream.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A program that behaves to its caller as TensorRT's: says its version, writes a plan that names
 * its options, and fails in the words of the real one.
 */
final class PretendedTrtexec {
  /** A GPU that does for everything. */
  static final String WORKS = "";

  static final String NO_GPU =
      """
      echo "Cuda failure: no CUDA-capable device is detected"
      kill -ABRT $$
      """;

  static final String OUT_OF_MEMORY =
      """
      echo "[12/02/2026-18:00:00] [W] [TRT] Requested amount of GPU memory (17920000000 bytes) could not be allocated. There may not be enough free memory for allocation to succeed."
      echo "[12/02/2026-18:00:00] [E] Error[2]: [virtualMemoryBuffer.cpp::resizePhysical::160] Error Code 2: OutOfMemory (no further information)"
      echo "[12/02/2026-18:00:00] [E] Engine could not be created from network"
      exit 1
      """;

  static final String UNSUPPORTED =
      """
      echo "[12/02/2026-18:00:00] [E] [TRT] ModelImporter.cpp:771: ERROR: builtin_op_importers.cpp:5404 In function importFallbackPluginImporter:"
      exit 1
      """;

  private PretendedTrtexec() {}

  /**
   * @param version as the program says it, such as 8601
   * @param failure what it does instead of its work
   */
  static String in(Path folder, int version, String failure) throws IOException {
    String script =
        """
        #!/bin/sh
        echo "&&&& RUNNING TensorRT.trtexec [TensorRT v%d] # trtexec $*"
        [ "$1" = --help ] && exit 0
        %s
        for option in "$@"; do
          case $option in
            --onnx=*) [ -s "${option#--onnx=}" ] || exit 1 ;;
            --saveEngine=*) echo "$@" > "${option#--saveEngine=}" ;;
          esac
        done
        """
            .formatted(version, failure);
    Path program = Files.writeString(folder.resolve("trtexec"), script);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return program.toString();
  }
}
