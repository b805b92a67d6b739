package io.lipstream.local.command;

import io.lipstream.local.client.LocalFile;
import io.lipstream.local.client.PipelineClient;
import java.nio.file.Path;

/** An asset as it is named on the command line: a file, or an address that is passed on. */
record AssetChoice(String text) {
  private static final String ADDRESS = "(?i)(s3|https?)://.*";

  /**
   * Checks what can be checked before any server runs.
   *
   * @throws io.lipstream.error.LipstreamException ASSET_NOT_FOUND if a file is not there
   */
  void check() {
    if (!isAddress()) {
      LocalFile.check(Path.of(text));
    }
  }

  /** The address, after an upload if a file was named. */
  String address(PipelineClient client) {
    return isAddress() ? text : client.upload(Path.of(text));
  }

  private boolean isAddress() {
    return text.matches(ADDRESS);
  }
}
