package io.lipstream.motion;

import io.lipstream.audio.AudioDecoder;
import io.lipstream.audio.AudioLimits;
import io.lipstream.audio.AudioStream;
import io.lipstream.audio.AudioTarget;
import io.lipstream.audio.MelParameters;
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
 * has begun. Rows are written while the voice is decoded, once; memory does not depend on the
 * length. The same file, parameters and seed give the same bytes. One thread at a time, since the
 * network is.
 */
public final class SpeechMotion {
  private final MotionSettings settings;
  private final AudioLimits limits;
  private final MelParameters melParameters;
  private final Network soundNetwork;

  /**
   * Plans motion with a network that stays the caller's to close.
   *
   * @param melParameters what the network hears, 100 frames a second
   * @param soundNetwork input heard [1, 3 bands, 252]; outputs shapes [1, n, 200] (logits, the
   *     first of silence) and mouth [1, 6, 200], of the frames from the 39th on
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
    boolean complete = false;
    AudioTarget target = new AudioTarget(melParameters.sampleRate(), 1);
    try (AudioStream stream = AudioDecoder.open(voice, target, limits)) {
      MotionPlan plan = compose(stream, parameters, rows);
      List<String> warnings = new ArrayList<>();
      compareDurations(declaredDuration, plan.seconds(), warnings);
      complete = true;
      return new MotionPlan(plan.frames(), plan.seconds(), warnings);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      if (!complete) {
        delete(rows);
      }
    }
  }

  private MotionPlan compose(AudioStream stream, RenderParameters parameters, Path rows)
      throws IOException {
    MouthOfVoice mouth = new MouthOfVoice(stream::read, melParameters, soundNetwork);
    double latency = parameters.lipSyncRefinement() ? settings.networkLatency() : 0;
    int frames;
    try (OutputStream output = new BufferedOutputStream(Files.newOutputStream(rows), 1 << 16)) {
      frames =
          new MotionComposer(parameters, latency).compose(mouth, stream::sourceSeconds, output);
    }
    if (frames < 1) {
      throw new LipstreamException(
          ErrorCode.AUDIO_TOO_SHORT,
          String.format(
              Locale.ROOT,
              "the voice has %.4f s, less than a frame at %d frames a second",
              stream.sourceSeconds(),
              parameters.fps()));
    }
    return new MotionPlan(frames, stream.sourceSeconds(), List.of());
  }

  private static void delete(Path rows) {
    try {
      Files.deleteIfExists(rows);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
