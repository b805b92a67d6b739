package io.lipstream.motion;

import io.lipstream.inference.Network;
import io.lipstream.inference.Tensor;
import java.nio.FloatBuffer;
import java.util.Map;

/**
 * Speech to mouth in pieces of bounded size. The network is convolutional, and an answer depends on
 * the {@value #CONTEXT} frames before and after it alone: each piece is run with that much around
 * it, so that the pieces together are what the whole would give. One thread at a time.
 *
 * <p>Where a frame is far quieter than the voice, or as quiet as no voice is, nobody speaks
 * whatever the network makes of the amplified noise.
 */
final class SoundNetwork {
  static final int CONTEXT = 16;
  private static final int MOUTH_VALUES = 6;
  private static final int SILENT_VISEME = 0;
  private static final double LOUD_SHARE = 0.95;

  /** Loudness under which nothing is a voice, about −66 dB of full scale. */
  private static final double QUIET = -20;

  private static final double QUIET_BELOW_VOICE = 50;
  private static final double FADE = 6;

  private final Network network;
  private final MelSpool mels;
  private final double quiet;

  SoundNetwork(Network network, MelSpool mels) {
    this.network = network;
    this.mels = mels;
    this.quiet =
        Math.max(QUIET, mels.statistics().loudnessQuantile(LOUD_SHARE) - QUIET_BELOW_VOICE);
  }

  /** The mouth at frames [from, to). */
  MouthValues mouth(int from, int to) {
    int first = Math.max(0, from - CONTEXT);
    int last = Math.min(mels.frames(), to + CONTEXT);
    float[] frames = mels.read(first, last);
    Map<String, Tensor> answers = network.run(Map.of("mel", normalized(frames, last - first)));
    FloatBuffer mouth = answers.get("mouth").values().slice();
    FloatBuffer visemes = answers.get("viseme").values().slice();
    int length = last - first;
    float[] values = new float[MouthValues.COUNT * (to - from)];
    for (int frame = from; frame < to; frame++) {
      int at = MouthValues.COUNT * (frame - from);
      for (int value = 0; value < MOUTH_VALUES; value++) {
        values[at + value] = mouth.get(value * length + frame - first);
      }
      double loudness =
          MelStatistics.loudness(frames, (frame - first) * mels.bands(), mels.bands());
      double voiced = Math.max(0, Math.min(1, (loudness - quiet) / FADE));
      double silent = probability(visemes, length, frame - first);
      values[at + MouthValues.SILENCE] = (float) (1 - voiced * (1 - silent));
    }
    return new MouthValues(values);
  }

  /** Frames as the network takes them: [1, bands, length]. */
  private Tensor normalized(float[] frames, int length) {
    MelStatistics statistics = mels.statistics();
    double deviation = statistics.deviation();
    float[] input = new float[frames.length];
    for (int band = 0; band < mels.bands(); band++) {
      double mean = statistics.mean(band);
      for (int frame = 0; frame < length; frame++) {
        input[band * length + frame] =
            (float) ((frames[frame * mels.bands() + band] - mean) / deviation);
      }
    }
    return Tensor.of(input, 1, mels.bands(), length);
  }

  /** Softmax of the silent viseme. */
  private static double probability(FloatBuffer visemes, int length, int frame) {
    double silent = visemes.get(SILENT_VISEME * length + frame);
    double sum = 0;
    for (int viseme = 0; viseme < visemes.limit() / length; viseme++) {
      sum += Math.exp(visemes.get(viseme * length + frame) - silent);
    }
    return 1 / sum;
  }
}
