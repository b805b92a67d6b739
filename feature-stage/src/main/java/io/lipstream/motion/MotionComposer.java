package io.lipstream.motion;

import io.lipstream.pipeline.RenderParameters;
import java.io.IOException;
import java.io.OutputStream;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

/**
 * Composes the rows of a clip, one at the middle of each frame: the lips by the voice, lids and
 * sway by chance, gestures of head, brows and eyes by both. Rows are written as they are made;
 * memory does not depend on the length. The same voice, parameters and seed give the same rows. One
 * thread at a time.
 */
final class MotionComposer {
  /**
   * Deviations of the bells that values are averaged with, seconds. Three of the wider one, which
   * {@link MovingLips} does not look beyond, the network's 140 ms and half a window of the spectrum
   * are what a row needs of the future: less than 200 ms.
   */
  private static final double SMOOTH = 0.014;

  private static final double UNSMOOTHED = 0.008;

  /** What gestures hear ahead of the frame, seconds, since their muscles are slow. */
  private static final double AHEAD = MouthAtTime.REACH * SMOOTH;

  private final RenderParameters parameters;
  private final double latency;
  private final LipMotion lips;
  private final HeadSway head;
  private final Blinks blinks;
  private final Gestures gestures;

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
    this.gestures = new Gestures(random.split(), parameters.motionScale());
  }

  /**
   * Writes the rows of a voice, as it is heard.
   *
   * @param length seconds of the voice, asked for once it has ended
   * @return how many rows; none for a voice that is too short to be heard
   */
  int compose(MouthOfVoice voice, DoubleSupplier length, OutputStream output) throws IOException {
    if (!voice.has(0)) {
      return 0;
    }
    MouthAtTime mouth = new MouthAtTime(voice);
    Prosody prosody = new Prosody(voice);
    double deviation = parameters.smoothMotion() ? SMOOTH : UNSMOOTHED;
    MovingLips moving = new MovingLips(voice, lips);
    int frame = 0;
    for (double seconds = at(0);
        mouth.has(seconds) || frame < FrameCount.of(length.getAsDouble(), parameters.fps());
        seconds = at(++frame)) {
      float[] values = mouth.at(seconds + latency, deviation);
      values[MouthValues.SILENCE] = mouth.at(seconds + latency, SMOOTH)[MouthValues.SILENCE];
      float[] row = new float[MotionChannel.COUNT];
      lips.write(values, row);
      if (parameters.smoothMotion()) {
        moving.write(seconds + latency, row);
      }
      head.write(seconds, row);
      gestures.add(seconds, prosody.at(seconds + latency + AHEAD), row);
      row[MotionChannel.BLINK.ordinal()] = (float) blinks.at(seconds);
      output.write(MotionFormat.write(new MotionTrack(row)));
    }
    return frame;
  }

  private double at(int frame) {
    return (frame + .5) / parameters.fps();
  }
}
