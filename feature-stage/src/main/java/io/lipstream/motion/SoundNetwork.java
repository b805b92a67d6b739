package io.lipstream.motion;

import io.lipstream.inference.Network;
import io.lipstream.inference.Tensor;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Speech to mouth as a stream: log-mel frames go in, as many rows of {@link MouthValues} come out.
 * The network is convolutional without padding; a row depends on its frame, the {@value #BEFORE}
 * frames before it and the {@value #AHEAD} after it, and on what {@link RunningHearing} kept of all
 * before. It runs on windows of one length that overlap by that much, so that the rows are the same
 * however the stream is cut, in bounded memory. One thread at a time.
 *
 * <p>Where a frame is far quieter than the voice, or as quiet as no voice is, nobody speaks
 * whatever the network makes of it.
 */
final class SoundNetwork {
  static final int BEFORE = 38;

  /** What a row needs of the future: 140 ms of frames. */
  static final int AHEAD = 14;

  /** Frames of a run, the length that the network is built for. */
  static final int WINDOW = 252;

  private static final int STEP = WINDOW - BEFORE - AHEAD;
  private static final int MOUTH_VALUES = 6;
  private static final int SILENT_SHAPE = 0;

  /**
   * Natural logarithms of energy, as {@link RunningHearing} has them; about −66 dB of full scale.
   */
  private static final double QUIET = -4.6;

  private static final double QUIET_BELOW_VOICE = 11.5;
  private static final double FADE = 1.4;

  private final Network network;
  private final RunningHearing hearing;
  private final int rows;
  private final float[] heard;
  private final float[] window;

  /** Of each frame of the window, how sure its loudness makes that somebody may speak, 0 to 1. */
  private final float[] voiced = new float[WINDOW];

  private final float[] loudness = new float[WINDOW];
  private int filled = BEFORE;

  SoundNetwork(Network network, int bands) {
    this.network = network;
    hearing = new RunningHearing(bands);
    rows = RunningHearing.PLANES * bands;
    heard = new float[rows];
    window = new float[rows * WINDOW];
    Arrays.fill(window, RunningHearing.NOTHING);
  }

  /**
   * Takes the next frame.
   *
   * @param sink receives the rows that became certain, in order
   */
  void add(float[] frame, Consumer<float[]> sink) {
    hearing.hear(frame, heard);
    double quiet = Math.max(QUIET, hearing.level() - QUIET_BELOW_VOICE);
    double share = Math.max(0, Math.min(1, (hearing.loudness() - quiet) / FADE));
    put(share, hearing.loudness() - hearing.level());
    if (filled == WINDOW) {
      run(STEP, sink);
    }
  }

  /** Ends the stream: gives out the rows that were waiting for frames. */
  void finish(Consumer<float[]> sink) {
    Arrays.fill(heard, RunningHearing.NOTHING);
    int waiting = filled - BEFORE;
    while (waiting > 0) {
      while (filled < WINDOW) {
        put(0, 0);
      }
      int count = Math.min(waiting, STEP);
      run(count, sink);
      waiting -= count;
    }
  }

  private void put(double share, double loud) {
    for (int row = 0; row < rows; row++) {
      window[row * WINDOW + filled] = heard[row];
    }
    voiced[filled] = (float) share;
    loudness[filled] = (float) loud;
    filled++;
  }

  /** Runs the full window, gives out so many rows, and moves on by a step. */
  private void run(int count, Consumer<float[]> sink) {
    Map<String, Tensor> answers = network.run(Map.of("heard", Tensor.of(window, 1, rows, WINDOW)));
    FloatBuffer mouth = answers.get("mouth").values().slice();
    FloatBuffer shapes = answers.get("shapes").values().slice();
    for (int frame = 0; frame < count; frame++) {
      float[] values = new float[MouthValues.COUNT];
      for (int value = 0; value < MOUTH_VALUES; value++) {
        values[value] = mouth.get(value * STEP + frame);
      }
      double spoken = voiced[BEFORE + frame] * (1 - silence(shapes, frame));
      values[MouthValues.SILENCE] = (float) (1 - spoken);
      values[MouthValues.LOUDNESS] = loudness[BEFORE + frame];
      sink.accept(values);
    }
    moveOn();
  }

  private void moveOn() {
    for (int row = 0; row < rows; row++) {
      System.arraycopy(window, row * WINDOW + STEP, window, row * WINDOW, WINDOW - STEP);
    }
    System.arraycopy(voiced, STEP, voiced, 0, WINDOW - STEP);
    System.arraycopy(loudness, STEP, loudness, 0, WINDOW - STEP);
    filled = WINDOW - STEP;
  }

  /** Softmax of the silent shape. */
  private static double silence(FloatBuffer shapes, int frame) {
    double silent = shapes.get(SILENT_SHAPE * STEP + frame);
    double sum = 0;
    for (int at = frame; at < shapes.limit(); at += STEP) {
      sum += Math.exp(shapes.get(at) - silent);
    }
    return 1 / sum;
  }
}
