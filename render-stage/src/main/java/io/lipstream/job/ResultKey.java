package io.lipstream.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lipstream.assembly.AssemblySettings;
import io.lipstream.audio.AudioLimits;
import io.lipstream.encoding.EncodingSettings;
import io.lipstream.engine.EngineSettings;
import io.lipstream.motion.MotionSettings;
import io.lipstream.pipeline.JobTicket;
import io.lipstream.portrait.PortraitSettings;
import io.lipstream.rendering.RenderingSettings;
import io.lipstream.settings.Settings;
import io.lipstream.storage.Digest;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Names a result by all that decides its bytes and whose it is: two jobs with one name may have one
 * video. Each part stands with its length, so that no two lists of parts are one text.
 *
 * @param making settings that decide how a video is made
 */
record ResultKey(String making) {
  /** To be raised when the same parts come to give another video. */
  private static final String VERSION = "1";

  static ResultKey of(Settings settings) {
    return new ResultKey(
        joined(
            List.of(
                PortraitSettings.from(settings),
                AudioLimits.from(settings),
                MotionSettings.from(settings),
                EngineSettings.from(settings),
                RenderingSettings.from(settings),
                EncodingSettings.from(settings),
                AssemblySettings.from(settings))));
  }

  /**
   * The name of what the job gives.
   *
   * @param portrait SHA-256 of the portrait
   * @param voice SHA-256 of the voice
   * @param modelDigest bundle that renders it
   * @return 64 lower-case hex digits
   */
  String of(JobTicket job, String portrait, String voice, String modelDigest) {
    String parts =
        joined(
            List.of(
                VERSION,
                job.tenant(),
                portrait,
                voice,
                job.parameters(),
                job.declaredDuration(),
                job.maxAudioSeconds(),
                job.voiceStyle(),
                modelDigest,
                making));
    return Digest.of(parts.getBytes(UTF_8));
  }

  private static String joined(List<?> parts) {
    return parts.stream()
        .map(Object::toString)
        .map(part -> part.length() + ":" + part)
        .collect(Collectors.joining());
  }
}
