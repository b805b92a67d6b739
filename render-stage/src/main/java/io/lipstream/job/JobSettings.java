package io.lipstream.job;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How the Flink job is laid out.
 *
 * @param parallelism subtasks of every operator but the render operator
 * @param renderParallelism subtasks of the render operator, one an engine
 * @param checkpointInterval time between two checkpoints
 * @param fetchThreads jobs fetched at once by each subtask, one tenant at three quarters at most
 * @param fetchWaiting jobs that each subtask holds beyond those, from which it serves tenants in
 *     turn
 * @param featuresThreads clips prepared at once by each subtask
 * @param renderThreads segments rendered at once by each subtask
 * @param assembleThreads clips assembled at once by each subtask
 * @param interleaverClips clips that each interleaver holds at most
 * @param interactiveShare interactive segments released for each bulk one while both lanes are busy
 * @param tenantWeights share of a tenant, 1 for one that is not named
 * @param keepUnfinished how long after its newest piece an unfinished clip is remembered
 */
public record JobSettings(
    int parallelism,
    int renderParallelism,
    Duration checkpointInterval,
    int fetchThreads,
    int fetchWaiting,
    int featuresThreads,
    int renderThreads,
    int assembleThreads,
    int interleaverClips,
    int interactiveShare,
    Map<String, Double> tenantWeights,
    Duration keepUnfinished) {

  public static final List<Setting> SETTINGS =
      List.of(
          new Setting(
              "job.parallelism",
              "1",
              "subtasks",
              "Subtasks of every operator but the render operator; at most 1024."),
          new Setting(
              "job.render-parallelism",
              "1",
              "subtasks",
              "Subtasks of the render operator; one an engine."),
          new Setting("job.checkpoint-interval-ms", "5000", "ms", "Time between two checkpoints."),
          new Setting(
              "job.fetch-threads",
              "16",
              "threads",
              "Jobs fetched at once by a subtask; one tenant has three quarters of them at most."),
          new Setting(
              "job.fetch-waiting",
              "240",
              "jobs",
              "Jobs that a subtask holds beyond those, to serve tenants in turn."),
          new Setting(
              "job.features-threads", "1", "threads", "Clips prepared at once by a subtask."),
          new Setting(
              "job.render-threads", "2", "threads", "Segments rendered at once by a subtask."),
          new Setting(
              "job.assemble-threads", "1", "threads", "Clips assembled at once by a subtask."),
          new Setting(
              "job.interleaver-clips",
              "64",
              "clips",
              "Clips that an interleaver holds at most; more wait upstream."),
          new Setting(
              "job.interactive-share",
              "3",
              "segments",
              "Interactive segments rendered for each bulk one while both lanes are busy."),
          new Setting(
              "job.tenant-weights",
              "",
              "tenant=weight list",
              "Share of the render capacity of each tenant; 1 for one that is not named."),
          new Setting(
              "job.keep-unfinished-ms",
              "86400000",
              "ms",
              "How long after its newest piece an unfinished clip is remembered."));

  /** Reads the keys of {@link #SETTINGS}. */
  public static JobSettings from(Settings settings) {
    return new JobSettings(
        count(settings, "job.parallelism"),
        count(settings, "job.render-parallelism"),
        settings.milliseconds("job.checkpoint-interval-ms"),
        count(settings, "job.fetch-threads"),
        count(settings, "job.fetch-waiting"),
        count(settings, "job.features-threads"),
        count(settings, "job.render-threads"),
        count(settings, "job.assemble-threads"),
        count(settings, "job.interleaver-clips"),
        count(settings, "job.interactive-share"),
        weights(settings.list("job.tenant-weights")),
        settings.milliseconds("job.keep-unfinished-ms"));
  }

  private static int count(Settings settings, String key) {
    int count = settings.integer(key);
    if (count < 1) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "configuration key '%s' is '%d', expected at least 1".formatted(key, count));
    }
    return count;
  }

  private static Map<String, Double> weights(List<String> pairs) {
    Map<String, Double> weights = new LinkedHashMap<>();
    for (String pair : pairs) {
      int equals = pair.lastIndexOf('=');
      try {
        double weight = Double.parseDouble(pair.substring(equals + 1));
        if (equals < 1 || !(weight > 0) || Double.isInfinite(weight)) {
          throw new NumberFormatException(pair);
        }
        weights.put(pair.substring(0, equals).strip(), weight);
      } catch (NumberFormatException e) {
        throw new LipstreamException(
            ErrorCode.CONFIGURATION_INVALID,
            "configuration key 'job.tenant-weights' holds '%s', expected tenant=weight with a weight above 0"
                .formatted(pair));
      }
    }
    return weights;
  }
}
