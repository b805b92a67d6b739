package io.lipstream.bench.soak;

import io.lipstream.bench.load.LoadLog;
import io.lipstream.bench.pipeline.PipelineUser;
import io.lipstream.bench.pipeline.SampleClip;
import io.lipstream.bench.pipeline.SeparatePipeline;
import io.lipstream.event.Completion;
import io.lipstream.event.Request;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Requests at a constant rate, whatever becomes of those before; a clip's time counts from the
 * instant at which it was due. A few portraits and voices take turns, each time with another seed.
 * One thread.
 */
final class SteadyClips {
  private static final int CLIPS = 8;
  private static final int CLIP_SECONDS = 2;
  private static final int RESOLUTION = 512;
  private static final long SECOND = 1_000_000_000;
  private static final Duration LONGEST_POLL = Duration.ofMillis(50);

  private final SeparatePipeline pipeline;
  private final int perMinute;
  private final List<SampleClip> clips = new ArrayList<>();
  private int seed;

  SteadyClips(SeparatePipeline pipeline, Path folder, int perMinute) {
    this.pipeline = pipeline;
    this.perMinute = perMinute;
    for (int i = 0; i < CLIPS; i++) {
      clips.add(SampleClip.write(folder, CLIP_SECONDS, i));
    }
  }

  /** Sends for so long, then waits for the last; memory is sampled once a second. */
  LoadLog run(int seconds, ResidentMemory memory) {
    LoadLog log = new LoadLog();
    try (PipelineUser user = PipelineUser.of(pipeline.stack())) {
      List<Request.Builder> requests = new ArrayList<>();
      clips.forEach(clip -> requests.add(user.upload(clip, RESOLUTION)));
      Map<String, Long> dueTimes = new HashMap<>();
      long interval = 60 * SECOND / perMinute;
      int count = (int) (seconds * SECOND / interval);
      long start = System.nanoTime();
      long nextSample = start;
      for (int sent = 0; sent < count || !dueTimes.isEmpty(); ) {
        long due = start + sent * interval;
        if (sent < count && System.nanoTime() >= due) {
          Request.Builder request = requests.get(sent % CLIPS);
          request.setRequestId(UUID.randomUUID().toString()).setSeed(seed++);
          dueTimes.put(request.getRequestId(), due);
          user.send(request);
          sent++;
        }
        for (Completion completion : user.completions(LONGEST_POLL)) {
          Long since = dueTimes.remove(completion.getRequestId());
          if (since != null) {
            log.add((since - start) / (double) SECOND, (System.nanoTime() - since) / 1e6);
          }
        }
        if (System.nanoTime() >= nextSample) {
          memory.sample((System.nanoTime() - start) / (double) SECOND);
          nextSample += SECOND;
        }
      }
    }
    return log;
  }
}
