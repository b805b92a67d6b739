package io.lipstream.motion;

import io.lipstream.audio.MelParameters;
import io.lipstream.audio.MelSpectrogram;
import io.lipstream.inference.Network;
import java.util.function.Consumer;

/**
 * The mouth of a voice that is heard only as far as it is asked for: decoded samples become log-mel
 * frames, these become {@link MouthValues}. The rows are the same however the samples are cut.
 * Holds the newest rows alone, so that memory does not depend on the length. One thread at a time.
 */
final class MouthOfVoice {
  static final int FRAMES_A_SECOND = 100;

  /** Rows that are still there behind the newest; more than a run of the network gives. */
  private static final int HELD = 2 * SoundNetwork.WINDOW;

  private static final int SAMPLES_AT_ONCE = 8192;

  private final Samples samples;
  private final MelSpectrogram spectrogram;
  private final SoundNetwork network;
  private final float[] buffer = new float[SAMPLES_AT_ONCE];
  private final float[][] rows = new float[HELD][];
  private final Consumer<float[]> sink = this::keep;
  private int frames;
  private boolean ended;

  /** Mono samples at the spectrogram's rate. */
  interface Samples {
    /** Fills the beginning of the buffer; how many there are, under 0 at the end. */
    int read(float[] buffer);
  }

  MouthOfVoice(Samples samples, MelParameters parameters, Network network) {
    this.samples = samples;
    this.spectrogram = new MelSpectrogram(parameters);
    this.network = new SoundNetwork(network, parameters.bands());
  }

  /** Whether the voice is so long; hears as much of it as it takes to know. */
  boolean has(int frame) {
    while (frame >= frames && !ended) {
      int count = samples.read(buffer);
      if (count < 0) {
        spectrogram.finish(mel -> network.add(mel, sink));
        network.finish(sink);
        ended = true;
      } else {
        spectrogram.push(buffer, 0, count, mel -> network.add(mel, sink));
      }
    }
    return frame < frames;
  }

  /** Frames heard so far; all of them once {@link #has} has said no. */
  int frames() {
    return frames;
  }

  /**
   * A row of {@link MouthValues}; not to be changed.
   *
   * @param frame one that the voice has, and not older than two runs of the network
   */
  float[] row(int frame) {
    if (!has(frame) || frame < frames - HELD) {
      throw new IllegalArgumentException(
          "frame %d; the last %d up to %d are there".formatted(frame, HELD, frames));
    }
    return rows[frame % HELD];
  }

  private void keep(float[] row) {
    rows[frames % HELD] = row;
    frames++;
  }
}
