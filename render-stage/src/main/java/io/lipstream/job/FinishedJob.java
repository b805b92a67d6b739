package io.lipstream.job;

import io.lipstream.pipeline.JobTicket;
import io.lipstream.pipeline.Report;
import io.lipstream.pipeline.StageTimes;
import io.lipstream.pipeline.Video;
import io.lipstream.publish.PublishedVideo;
import io.lipstream.publish.VideoFacts;

/** A job whose video stands at its output, as it is reported. */
final class FinishedJob {
  private FinishedJob() {}

  static Report report(JobTicket job, PublishedVideo video, StageTimes times, String warnings) {
    VideoFacts facts = video.facts();
    return Report.success(
        job,
        new Video(
            video.address().bucket(),
            video.address().key(),
            facts.size(),
            facts.sha256(),
            "video/mp4",
            video.cacheControl(),
            facts.width(),
            facts.height(),
            facts.fps(),
            facts.frames(),
            facts.engine(),
            facts.modelDigest(),
            times,
            warnings,
            video.copiedFrom()),
        System.currentTimeMillis());
  }
}
