package io.lipstream.admission;

import io.lipstream.egress.AssetSources;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a request may ask for.
 *
 * @param outputBuckets buckets that videos may go to; the first takes those that name none
 * @param modelDigest digest of the bundle that jobs are pinned to
 * @param presets by name
 * @param uploadPrefix address that files uploaded through Lipstream stand under, a folder a tenant
 * @param privateReceivers hosts of callbacks that may have private addresses
 * @param sources where assets may come from; any bucket where none is named
 */
public record AdmissionSettings(
    List<String> outputBuckets,
    Optional<String> modelDigest,
    List<Preset> presets,
    String uploadPrefix,
    List<String> privateReceivers,
    AssetSources sources) {

  /** Shared with the ledger, which removes such files. */
  public static final Setting UPLOAD_PREFIX =
      new Setting(
          "ledger.upload-prefix",
          "s3://lipstream-assets/uploads/",
          "s3://bucket/folder/",
          "Where uploaded assets stand, in a folder a tenant that no other tenant's request may name;"
              + " those of a job are removed when it is deleted.");

  /** Shared with those who call. */
  public static final Setting PRIVATE_RECEIVERS =
      new Setting(
          "webhook.private-hosts",
          "",
          "list of host or host:port",
          "Receivers, as in the URL, that may have private addresses; all others must be public.");

  public static final List<Setting> SETTINGS =
      Stream.concat(AssetSources.SETTINGS.stream(), own()).toList();

  private static Stream<Setting> own() {
    return Stream.of(
        new Setting(
            "ingest.output-buckets",
            "lipstream-videos",
            "bucket list",
            "Buckets that videos may go to; the first takes those that name none."),
        new Setting(
            "ingest.model-digest",
            "",
            "SHA-256",
            "Digest of the model bundle that jobs are pinned to; the workers' own when empty."),
        new Setting(
            "ingest.presets",
            "mobile-preview=768/20/1.1, hd-short=1024/25/1.1, bulk-marketing=768/20/1.05/degradable,"
                + " realtime=512/15/1.1/INTERACTIVE/3/degradable",
            "preset list",
            "Presets as name=short side/steps/dynamic scale, with /INTERACTIVE for that lane and"
                + " after it /seconds for the longest voice; at the end /degradable for those whose requests"
                + " may be made with less by default."),
        UPLOAD_PREFIX,
        PRIVATE_RECEIVERS);
  }

  /**
   * Reads the keys of {@link #SETTINGS}.
   *
   * @throws LipstreamException CONFIGURATION_INVALID
   */
  public static AdmissionSettings from(Settings settings) {
    List<String> buckets = settings.list("ingest.output-buckets");
    if (buckets.isEmpty()) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "configuration key 'ingest.output-buckets' is '', expected at least one bucket");
    }
    return new AdmissionSettings(
        buckets,
        settings.optionalText("ingest.model-digest"),
        settings.list("ingest.presets").stream().map(Preset::parse).toList(),
        settings.text(UPLOAD_PREFIX.key()),
        settings.list(PRIVATE_RECEIVERS.key()),
        AssetSources.from(settings));
  }
}
