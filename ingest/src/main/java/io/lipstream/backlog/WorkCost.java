package io.lipstream.backlog;

import io.lipstream.event.Job;
import io.lipstream.event.Parameters;

/**
 * What a job costs, before it is done: frames x pixels x steps, in units of a frame of 512 x 512
 * pixels with 25 steps. How long a unit takes is measured, so only the proportions matter. Pure.
 */
public final class WorkCost {
  private static final double SIDE = 512;
  private static final double STEPS = 25;

  private WorkCost() {}

  /**
   * Cost of a job whose voice has the declared length, else the one that is assumed. A length
   * beyond the longest is none that will be rendered, and must not fill a lane.
   */
  public static double of(Job job, BacklogSettings settings) {
    Double declared = job.getDeclaredDuration();
    double seconds =
        declared == null
            ? settings.assumedSeconds()
            : Math.min(declared, settings.longestSeconds());
    return ofFrames(job.getParameters(), Math.ceil(seconds * job.getParameters().getFps()));
  }

  /** Cost of so many frames. */
  public static double ofFrames(Parameters parameters, double frames) {
    double side = parameters.getMinResolution() / SIDE;
    return frames * side * side * parameters.getInferenceSteps() / STEPS;
  }
}
