package io.lipstream.ledger;

import io.lipstream.admission.Uploaded;
import io.lipstream.event.Completion;
import io.lipstream.event.VideoObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What stands on the shelf of one job and of no other: its video, its pieces, and its assets where
 * they were uploaded through Lipstream. Pure.
 *
 * @param objects addresses of objects
 * @param prefixes addresses that end in a slash
 */
record Removable(List<String> objects, List<String> prefixes) {
  static Removable of(JobRow row, LedgerSettings settings) {
    List<String> objects = new ArrayList<>();
    video(row).ifPresent(objects::add);
    Uploaded uploads = new Uploaded(settings.uploadPrefix());
    row.getAssets().stream()
        .filter(asset -> uploads.isOf(row.getTenant(), row.getJobId(), asset))
        .forEach(objects::add);
    return new Removable(
        List.copyOf(objects), List.of(settings.workPrefix() + row.getJobId() + "/"));
  }

  private static Optional<String> video(JobRow row) {
    if (row.getJob() != null) {
      return Optional.of(Rows.job(row).getOutputUri());
    }
    return Rows.completion(row).map(Completion::getVideo).map(Removable::address);
  }

  private static String address(VideoObject video) {
    return "s3://%s/%s".formatted(video.getBucket(), video.getKey());
  }
}
