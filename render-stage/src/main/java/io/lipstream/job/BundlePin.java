package io.lipstream.job;

import io.lipstream.bundle.Bundle;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.pipeline.JobTicket;

/** A job that is pinned to a bundle is worked on with that bundle only. */
final class BundlePin {
  private BundlePin() {}

  /**
   * @throws LipstreamException MODEL_MISMATCH
   */
  static void check(JobTicket job, Bundle bundle) {
    if (!job.modelDigest().isEmpty() && !job.modelDigest().equals(bundle.digest())) {
      throw new LipstreamException(
          ErrorCode.MODEL_MISMATCH,
          "the job is pinned to model %s, this worker holds %s"
              .formatted(job.modelDigest(), bundle.digest()));
    }
  }
}
