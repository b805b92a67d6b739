package io.lipstream.admission;

import java.util.Locale;

/**
 * Files that were uploaded through Lipstream: each tenant has a folder there, and each of its jobs
 * one in that. Files beside the folders belong to nobody. Pure.
 */
public final class Uploaded {
  private static final String SCHEME = "s3://";

  private final String prefix;

  /**
   * @param prefix s3://bucket/folder/ that the folders of all tenants stand under
   */
  public Uploaded(String prefix) {
    this.prefix = prefix;
  }

  /** Whether the address is a file that was uploaded for this very job. */
  public boolean isOf(String tenant, String jobId, String address) {
    return plain(address).startsWith(prefix + tenant + "/" + jobId + "/");
  }

  /** A tenant may name no other tenant's files. */
  void check(String field, String address, String tenant, Faults faults) {
    String plain = plain(address);
    boolean inFolder =
        plain.startsWith(prefix) && plain.indexOf('/', prefix.length()) > prefix.length();
    if (inFolder && !plain.startsWith(prefix + tenant + "/")) {
      faults.forbidden(
          field,
          "is another tenant's upload, expected one of tenant '%s'"
              .formatted(TextRules.shown(tenant)));
    }
  }

  /** The address with scheme and bucket in lower case, as they stand for any case. */
  private static String plain(String address) {
    if (!address.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return address;
    }
    int slash = address.indexOf('/', SCHEME.length());
    return slash < 0
        ? address
        : address.substring(0, slash).toLowerCase(Locale.ROOT) + address.substring(slash);
  }
}
