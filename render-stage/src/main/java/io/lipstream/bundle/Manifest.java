package io.lipstream.bundle;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.lipstream.audio.MelParameters;
import java.util.List;

/**
 * What a bundle says of itself; the one file of it that its digest is taken over.
 *
 * @param name stable name, such as embedded
 * @param version of the bundle's content
 * @param unit what is batched; only {@link #FRAME} is known
 * @param pieceFrames frames of every piece of a clip but the last
 * @param regionSides canonical widths and heights of the moving region, ascending, even pixels
 * @param melSpectrogram what the sound network hears
 * @param files every other file of the bundle
 */
public record Manifest(
    @JsonProperty(required = true) String name,
    @JsonProperty(required = true) String version,
    @JsonProperty(required = true) String unit,
    @JsonProperty(required = true) int pieceFrames,
    @JsonProperty(required = true) List<Integer> regionSides,
    @JsonProperty(required = true) MelParameters melSpectrogram,
    @JsonProperty(required = true) List<BundleFile> files) {
  /** The unit of a renderer that makes a batch of single frames. */
  public static final String FRAME = "frame";

  /**
   * A file of the bundle.
   *
   * @param name without folders
   * @param sha256 64 lower-case hex digits
   * @param licence SPDX expression
   * @param source where the content comes from
   */
  public record BundleFile(
      @JsonProperty(required = true) String name,
      @JsonProperty(required = true) String sha256,
      @JsonProperty(required = true) String licence,
      @JsonProperty(required = true) String source) {}
}
