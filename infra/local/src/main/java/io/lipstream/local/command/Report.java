package io.lipstream.local.command;

import io.lipstream.event.Completion;
import io.lipstream.event.JobError;
import io.lipstream.event.Parameters;
import io.lipstream.event.Timings;
import io.lipstream.event.VideoObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What a completion says, as lines. */
final class Report {
  private Report() {}

  /** The finished video and how its time was spent; stages overlap and so do not add up. */
  static List<String> success(Completion completion, Duration elapsed) {
    VideoObject video = completion.getVideo();
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s of video, %d frames at %d a second, %dx%d pixels, %s"
            .formatted(
                Figures.seconds(video.getDuration()),
                video.getFrames(),
                video.getFps(),
                video.getWidth(),
                video.getHeight(),
                Figures.bytes(video.getSize())));
    lines.add(
        "s3://%s/%s  sha256 %s".formatted(video.getBucket(), video.getKey(), video.getSha256()));
    lines.add(
        "engine %s, job %s, dispatched %d time(s)"
            .formatted(completion.getEngine(), completion.getJobId(), completion.getAttempts()));
    if (completion.getCopiedFrom() != null) {
      lines.add(
          "copied from job %s, which had the same portrait, voice and parameters"
              .formatted(completion.getCopiedFrom()));
    }
    if (completion.getAsked() != null) {
      lines.add(lessThanAsked(completion.getAsked(), completion.getParameters()));
    }
    if (completion.getTimings() != null) {
      lines.add("time by stage (stages overlap):");
      lines.addAll(stages(completion.getTimings()));
    }
    lines.add("  %-34s %10s".formatted("all, from request to file", Figures.seconds(elapsed)));
    completion.getWarnings().forEach(warning -> lines.add("warning: " + warning));
    return lines;
  }

  private static String lessThanAsked(Parameters asked, Parameters made) {
    return "made with %d pixels and %d steps instead of %d and %d, for its lane was full"
        .formatted(
            made.getMinResolution(),
            made.getInferenceSteps(),
            asked.getMinResolution(),
            asked.getInferenceSteps());
  }

  private static List<String> stages(Timings timings) {
    return List.of(
        stage("waiting", timings.getQueueMs()),
        stage("fetching portrait and voice", timings.getFetchMs()),
        stage("decoding, features, motion, portrait", timings.getFeaturesMs()),
        stage("rendering and encoding frames", timings.getRenderMs()),
        stage("joining pieces, encoding sound", timings.getAssembleMs()),
        stage("writing the object", timings.getPublishMs()));
  }

  private static String stage(String name, long milliseconds) {
    String time = milliseconds < 0 ? "-" : Figures.seconds(Duration.ofMillis(milliseconds));
    return "  %-36s %8s".formatted(name, time);
  }

  /** Exit status for a job that did not complete: whether sending it again can help. */
  static int status(Completion completion) {
    return completion.getErrors().stream().anyMatch(JobError::getRetryable)
        ? Lipstream.FAULT
        : Lipstream.BAD_INPUT;
  }

  /** One line an error. */
  static void failure(Completion completion, Terminal terminal) {
    for (JobError error : completion.getErrors()) {
      terminal.error(error.getCode(), error.getMessage());
    }
    if (completion.getErrors().isEmpty()) {
      terminal.error(completion.getState().name(), "job " + completion.getJobId());
    }
  }
}
