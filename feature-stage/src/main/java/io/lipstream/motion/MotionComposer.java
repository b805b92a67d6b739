package io.lipstream.motion;

import io.lipstream.inference.Network;
import io.lipstream.pipeline.RenderParameters;
import java.io.IOException;
import java.io.OutputStream;
import java.util.SplittableRandom;

/**
 * Composes the rows of a clip, one at the middle of each frame: the lips by the voice, the head and
 * the lids by chance. Rows are written as they are made; memory does not depend on the length. The
 * same voice, parameters and seed give the same rows. One thread at a time.
 */
final class MotionComposer {
  /** Deviations of the bells that values are averaged with, seconds. */
  private static final double SMOOTH = 0.020;

  private static final double UNSMOOTHED = 0.008;
  private static final double SILENCE = 0.040;

  private final RenderParameters parameters;
  private final double latency;
  private final LipMotion lips;
  private final HeadSway head;
  private final Blinks blinks;

  /**
   * Draws what chance decides.
   *
   * @param latency seconds by which the network lags, 0 to leave it
   */
  MotionComposer(RenderParameters parameters, double latency) {
    SplittableRandom random = new SplittableRandom(parameters.seed());
    this.parameters = parameters;
    this.latency = latency;
    this.lips = new LipMotion(parameters.dynamicScale());
    this.head = new HeadSway(random.split(), parameters.motionScale());
    this.blinks = new Blinks(random.split());
  }

  /** Writes the rows of so many frames. */
  void compose(MelSpool mels, Network soundNetwork, int frames, OutputStream output)
      throws IOException {
    MouthAtTime mouth = new MouthAtTime(new SoundNetwork(soundNetwork, mels), mels.frames());
    double deviation = parameters.smoothMotion() ? SMOOTH : UNSMOOTHED;
    for (int frame = 0; frame < frames; frame++) {
      double seconds = (frame + .5) / parameters.fps();
      float[] values = mouth.at(seconds + latency, deviation);
      values[MouthValues.SILENCE] = mouth.at(seconds + latency, SILENCE)[MouthValues.SILENCE];
      float[] row = new float[MotionChannel.COUNT];
      lips.write(values, row);
      head.write(seconds, row);
      row[MotionChannel.BLINK.ordinal()] = (float) blinks.at(seconds);
      output.write(MotionFormat.write(new MotionTrack(row)));
    }
  }
}
