package io.lipstream.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lipstream.pipeline.JobTicket;
import io.lipstream.pipeline.RenderParameters;
import io.lipstream.portrait.PortraitSettings;
import io.lipstream.storage.Digest;
import io.lipstream.storage.ObjectAddress;

/**
 * Where intermediate objects stand. An address names everything that its content depends on, so
 * that work that is done again finds what was done.
 */
record WorkShelf(String bucket, String modelDigest) {
  ObjectAddress portrait(String sha256, RenderParameters parameters, PortraitSettings settings) {
    String preparation =
        "%s %d %s %s %d %s"
            .formatted(
                sha256,
                parameters.minResolution(),
                parameters.expandRatio(),
                parameters.faceFraming(),
                parameters.face(),
                settings);
    return at("portraits/%s/%s".formatted(modelDigest, Digest.of(preparation.getBytes(UTF_8))));
  }

  ObjectAddress motion(JobTicket job) {
    return at(folder(job) + "motion");
  }

  String piecePrefix(JobTicket job) {
    return at(folder(job)).uri();
  }

  private String folder(JobTicket job) {
    return "%s/%s/%s/".formatted(job.jobId(), job.requestDigest(), modelDigest);
  }

  private ObjectAddress at(String key) {
    return new ObjectAddress(bucket, "work/" + key);
  }
}
