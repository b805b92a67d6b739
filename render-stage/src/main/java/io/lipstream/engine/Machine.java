package io.lipstream.engine;

import java.util.Set;

/**
 * What the engines find on a machine.
 *
 * @param gpus NVIDIA GPUs that the process sees
 * @param providers what the ONNX Runtime on the class path was built for
 * @param tensorRtObstacle why TensorRT cannot run, in a few words; empty if it can
 */
record Machine(int gpus, Set<EngineSettings.Provider> providers, String tensorRtObstacle) {
  Machine {
    providers = Set.copyOf(providers);
  }
}
