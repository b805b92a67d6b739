package io.lipstream.local.command;

import io.lipstream.event.Framing;
import io.lipstream.event.Lane;
import io.lipstream.event.Request;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import picocli.CommandLine.Option;

/**
 * Every parameter of a request as an option. What is not given stays null, so that presets and
 * defaults apply where they always do, behind the topic.
 */
final class RequestChoice {
  @Option(
      names = "--request-id",
      paramLabel = "ID",
      description = "Your identity of the request; the same one twice is one job. Default: new.")
  private String requestId;

  @Option(
      names = "--voice-style",
      paramLabel = "NAME",
      description = "Style of speaking, for bundles that know some.")
  private String voiceStyle;

  @Option(
      names = "--callback-url",
      paramLabel = "URL",
      description = "Is told how the job ended, signed; public addresses only.")
  private String callbackUrl;

  @Option(
      names = "--tenant",
      paramLabel = "NAME",
      description = "Who pays. Default: ${DEFAULT-VALUE}.")
  private String tenant = "local";

  @Option(
      names = "--output-uri",
      paramLabel = "S3URI",
      description = "Where the video goes on the shelf. Default: by tenant and job.")
  private String outputUri;

  @Option(names = "--preset", paramLabel = "NAME", description = "Fills what is not given.")
  private String preset;

  @Option(names = "--lane", description = "Scheduling class: ${COMPLETION-CANDIDATES}.")
  private Lane lane;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      description = "Declared length of the voice; checked against the decoded voice.")
  private Double duration;

  @Option(
      names = {"--resolution", "--min-resolution"},
      paramLabel = "PIXELS",
      description = "Short side of the video, 128 to 2048. Default: 512.")
  private Integer minResolution;

  @Option(
      names = "--expand-ratio",
      paramLabel = "SHARE",
      description = "Margin around the face box, 0.1 to 1.0. Default: 0.2.")
  private Double expandRatio;

  @Option(
      names = "--inference-steps",
      paramLabel = "STEPS",
      description = "Denoising steps, 1 to 1024; the embedded model has none. Default: 25.")
  private Integer inferenceSteps;

  @Option(
      names = "--dynamic-scale",
      paramLabel = "FACTOR",
      description = "Strength of lip movement, 0.5 to 2.0. Default: 1.0.")
  private Double dynamicScale;

  @Option(
      names = "--motion-scale",
      paramLabel = "FACTOR",
      description = "Strength of head movement, 0.0 to 2.0. Default: 1.0.")
  private Double motionScale;

  @Option(
      names = "--lip-sync-refinement",
      arity = "1",
      paramLabel = "true|false",
      description = "Take out an offset of sound and lips. Default: true.")
  private Boolean lipSyncRefinement;

  @Option(
      names = "--smooth-motion",
      arity = "1",
      paramLabel = "true|false",
      description = "Temporal smoothing of the motion. Default: true.")
  private Boolean smoothMotion;

  @Option(
      names = "--seed",
      paramLabel = "NUMBER",
      description = "Seed of the motion that the voice does not determine. Default: 0.")
  private Integer seed;

  @Option(
      names = "--fps",
      paramLabel = "RATE",
      description = "Frames a second, 10 to 60. Default: 25.")
  private Integer fps;

  @Option(
      names = "--framing",
      description = "Whole portrait or face box: ${COMPLETION-CANDIDATES}. Default: WHOLE.")
  private Framing framing;

  @Option(
      names = "--face",
      paramLabel = "INDEX",
      description = "Which face to animate, from 0 by size, largest first. Default: 0.")
  private Integer face;

  @Option(
      names = "--deadline",
      paramLabel = "INSTANT",
      description = "When the video is of no use any more, such as 2030-01-31T12:00:00Z.")
  private Instant deadline;

  @Option(
      names = "--user-data",
      paramLabel = "TEXT",
      description = "Echoed back in the completion, up to 1,000 bytes.")
  private String userData;

  @Option(
      names = "--degradable",
      arity = "1",
      paramLabel = "true|false",
      description =
          "May be made with fewer steps and pixels while its lane is full. Default: false.")
  private Boolean degradable;

  /** Whether the request may have been sent before. */
  boolean isNamed() {
    return requestId != null;
  }

  /** A request for two assets that stand at these addresses. */
  Request request(String imageUri, String audioUri) {
    return Request.newBuilder()
        .setRequestId(Optional.ofNullable(requestId).orElseGet(() -> UUID.randomUUID().toString()))
        .setTenant(tenant)
        .setImageUri(imageUri)
        .setAudioUri(audioUri)
        .setOutputUri(outputUri)
        .setPreset(preset)
        .setLane(lane)
        .setDuration(duration)
        .setMinResolution(minResolution)
        .setExpandRatio(expandRatio)
        .setInferenceSteps(inferenceSteps)
        .setDynamicScale(dynamicScale)
        .setMotionScale(motionScale)
        .setLipSyncRefinement(lipSyncRefinement)
        .setSmoothMotion(smoothMotion)
        .setSeed(seed)
        .setFps(fps)
        .setFraming(framing)
        .setFace(face)
        .setDeadline(deadline)
        .setUserData(userData)
        .setVoiceStyle(voiceStyle)
        .setCallbackUrl(callbackUrl)
        .setDegradable(degradable)
        .build();
  }
}
