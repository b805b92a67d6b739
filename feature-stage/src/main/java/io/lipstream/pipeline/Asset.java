package io.lipstream.pipeline;

/**
 * A claim check for a fetched file: it stands in the store under its digest and never changes.
 *
 * @param uri s3:// address under work/assets/
 * @param sha256 64 lower-case hex digits
 * @param size bytes
 * @param mediaType as sniffed from the content, such as image/png
 */
public record Asset(String uri, String sha256, long size, String mediaType) {}
