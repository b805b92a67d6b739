package io.lipstream.rendering;

import io.lipstream.inference.Tensor;
import java.util.Map;
import java.util.Optional;

/**
 * A batch of frames laid out for the graph.
 *
 * @param portraits that its frames are of
 * @param stack that the maps of several portraits lie in; none for one, whose own they are
 */
record PackedFrames(
    RunShape shape, Map<String, Tensor> inputs, int portraits, Optional<MapStacks.Held> stack) {}
