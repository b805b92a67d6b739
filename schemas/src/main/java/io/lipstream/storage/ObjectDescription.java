package io.lipstream.storage;

import java.util.Map;

/**
 * What is stored with an object's bytes.
 *
 * @param contentType media type
 * @param cacheControl Cache-Control header, empty for none
 * @param metadata user metadata, lower-case names, ASCII values
 */
public record ObjectDescription(
    String contentType, String cacheControl, Map<String, String> metadata) {
  public ObjectDescription {
    metadata = Map.copyOf(metadata);
  }

  public static ObjectDescription of(String contentType) {
    return new ObjectDescription(contentType, "", Map.of());
  }
}
