package io.lipstream.storage;

/**
 * Where an object stands.
 *
 * @param bucket bucket
 * @param key key, not URL-encoded, any UTF-8
 */
public record ObjectAddress(String bucket, String key) {
  private static final String SCHEME = "s3://";

  /**
   * Reads s3://bucket/key; what follows the bucket is the key as it stands, blanks and all.
   *
   * @throws IllegalArgumentException if the text is not of that form
   */
  public static ObjectAddress parse(String uri) {
    int slash = uri.startsWith(SCHEME) ? uri.indexOf('/', SCHEME.length()) : -1;
    if (slash <= SCHEME.length() || slash == uri.length() - 1) {
      throw new IllegalArgumentException("'" + uri + "' is not of the form s3://bucket/key");
    }
    return new ObjectAddress(uri.substring(SCHEME.length(), slash), uri.substring(slash + 1));
  }

  public String uri() {
    return SCHEME + bucket + "/" + key;
  }

  @Override
  public String toString() {
    return uri();
  }
}
