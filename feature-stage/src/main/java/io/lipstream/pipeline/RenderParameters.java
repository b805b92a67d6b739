package io.lipstream.pipeline;

/** Rendering parameters of a job; ranges and units stand in Parameters.avsc. */
public record RenderParameters(
    int minResolution,
    double expandRatio,
    int inferenceSteps,
    double dynamicScale,
    double motionScale,
    boolean lipSyncRefinement,
    boolean smoothMotion,
    int seed,
    int fps,
    boolean faceFraming,
    int face) {

  /** The defaults of Parameters.avsc. */
  public static RenderParameters defaults() {
    return new RenderParameters(512, 0.2, 25, 1.0, 1.0, true, true, 0, 25, false, 0);
  }
}
