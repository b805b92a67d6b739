package io.lipstream.motion;

import io.lipstream.audio.AudioDecoder;
import io.lipstream.audio.AudioLimits;
import io.lipstream.audio.AudioStream;
import io.lipstream.audio.AudioTarget;
import io.lipstream.audio.MelParameters;
import io.lipstream.audio.MelSpectrogram;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.Network;
import io.lipstream.pipeline.RenderParameters;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Turns a voice into motion: a row for each frame of the video, as many frames as the decoded voice
 * has begun. Memory does not depend on the length; the voice is decoded once, its log-mel frames
 * are kept in a temporary file beside the rows. The same file, parameters and seed give the same
 * bytes. One thread at a time, since the network is.
 */
public final class SpeechMotion {
  private static final int SAMPLES_AT_ONCE = 8192;

  private final MotionSettings settings;
  private final AudioLimits limits;
  private final MelParameters melParameters;
  private final Network soundNetwork;

  /**
   * Plans motion with a network that stays the caller's to close.
   *
   * @param melParameters what the network hears, 100 frames a second
   * @param soundNetwork input mel [1, bands, T]; outputs viseme [1, 15, T], mouth [1, 6, T]
   */
  public SpeechMotion(
      MotionSettings settings,
      AudioLimits limits,
      MelParameters melParameters,
      Network soundNetwork) {
    this.settings = settings;
    this.limits = limits;
    this.melParameters = melParameters;
    this.soundNetwork = soundNetwork;
  }

  /**
   * Writes the rows of a voice.
   *
   * @param declaredDuration seconds, NaN when not declared
   * @param rows file to create or replace, in {@link MotionFormat}
   * @throws LipstreamException AUDIO_UNREADABLE, AUDIO_TOO_LONG, AUDIO_TOO_SHORT, DURATION_MISMATCH
   */
  public MotionPlan plan(
      Path voice, RenderParameters parameters, double declaredDuration, Path rows) {
    Path spool = rows.resolveSibling(rows.getFileName() + ".mels");
    try (MelSpool mels = new MelSpool(spool, melParameters.bands())) {
      double seconds = hear(voice, mels);
      int frames = FrameCount.of(seconds, parameters.fps());
      if (frames < 1 || mels.frames() < 1) {
        throw new LipstreamException(
            ErrorCode.AUDIO_TOO_SHORT,
            String.format(
                Locale.ROOT,
                "the voice has %.4f s, less than a frame at %d frames a second",
                seconds,
                parameters.fps()));
      }
      List<String> warnings = new ArrayList<>();
      compareDurations(declaredDuration, seconds, warnings);
      double latency = parameters.lipSyncRefinement() ? settings.networkLatency() : 0;
      try (OutputStream output = new BufferedOutputStream(Files.newOutputStream(rows), 1 << 16)) {
        new MotionComposer(parameters, latency).compose(mels, soundNetwork, frames, output);
      }
      return new MotionPlan(frames, seconds, warnings);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Decodes the voice to log-mel frames, and tells how long it is. */
  private double hear(Path voice, MelSpool mels) {
    MelSpectrogram spectrogram = new MelSpectrogram(melParameters);
    float[] samples = new float[SAMPLES_AT_ONCE];
    AudioTarget target = new AudioTarget(melParameters.sampleRate(), 1);
    try (AudioStream stream = AudioDecoder.open(voice, target, limits)) {
      for (int count = stream.read(samples); count >= 0; count = stream.read(samples)) {
        spectrogram.push(samples, 0, count, mels::add);
      }
      spectrogram.finish(mels::add);
      return stream.sourceSeconds();
    }
  }

  private void compareDurations(double declared, double decoded, List<String> warnings) {
    if (Double.isNaN(declared) || Math.abs(declared - decoded) <= settings.durationTolerance()) {
      return;
    }
    String difference =
        String.format(
            Locale.ROOT,
            "the declared duration is %.3f s, the voice has %.3f s",
            declared,
            decoded);
    if (settings.durationMismatchFails()) {
      throw new LipstreamException(
          ErrorCode.DURATION_MISMATCH,
          String.format(
              Locale.ROOT,
              "%s; they may differ by %.3f s",
              difference,
              settings.durationTolerance()));
    }
    warnings.add(difference + "; the voice rules");
  }
}
