package io.lipstream.engine;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.nio.file.Path;
import java.util.List;

/** The plans of one target: one that is missing is an error that says how it comes to be. */
record Plans(PlanSource source, PlanTarget target) {
  /**
   * The file of a plan.
   *
   * @throws LipstreamException CONFIGURATION_INVALID if it has not been built
   */
  Path require(String bundleDigest, String graph, InputShapes shapes) {
    return source
        .find(bundleDigest, target, graph, shapes)
        .orElseThrow(() -> missing(bundleDigest, graph, shapes, 1));
  }

  /**
   * Sees to it that every plan is on this machine.
   *
   * @throws LipstreamException CONFIGURATION_INVALID if one has not been built
   */
  void requireAll(String bundleDigest, String graph, List<InputShapes> shapes) {
    List<InputShapes> missing =
        shapes.stream()
            .filter(shape -> source.find(bundleDigest, target, graph, shape).isEmpty())
            .toList();
    if (!missing.isEmpty()) {
      throw missing(bundleDigest, graph, missing.get(0), missing.size());
    }
  }

  private LipstreamException missing(
      String bundleDigest, String graph, InputShapes shapes, int count) {
    return new LipstreamException(
        ErrorCode.CONFIGURATION_INVALID,
        "%d plan(s) of bundle %.12s for %s are missing, such as %s with %s; build them on such a machine with 'infra/lipstream engine build'"
            .formatted(count, bundleDigest, target, graph, shapes.name()));
  }
}
