package io.lipstream.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import io.lipstream.field.GivenNames;
import java.util.Map;

/**
 * The fields of a call and how its sender knows them. Pure.
 *
 * @param values by name; what is null counts as not given
 * @param names what the sender calls a field
 * @param missing what is said to who sent no address of an asset, by its field
 */
record SentFields(Map<String, JsonNode> values, GivenNames names, Map<String, String> missing) {
  private static final Map<String, String> NO_ADDRESS =
      Map.of(
          "image_uri", "image_url is missing, expected s3://bucket/key or an http(s) URL",
          "audio_uri", "audio_url is missing, expected s3://bucket/key or an http(s) URL");
  private static final Map<String, String> NO_FILE =
      Map.of(
          "image_uri", "image is missing, expected a file, or its address as image_url",
          "audio_uri", "audio is missing, expected a file, or its address as audio_url");

  static SentFields json(Map<String, JsonNode> values) {
    return new SentFields(values, GivenNames.of(values.keySet()), NO_ADDRESS);
  }

  static SentFields form(Map<String, JsonNode> values) {
    return new SentFields(values, GivenNames.of(values.keySet()), NO_FILE);
  }

  /**
   * Those of one job of a batch.
   *
   * @param portrait what the sender calls its portrait
   * @param script what the sender calls its voice
   */
  static SentFields member(Map<String, JsonNode> values, String portrait, String script) {
    GivenNames names =
        GivenNames.of(values.keySet()).with("image_uri", portrait).with("audio_uri", script);
    return new SentFields(values, names, NO_ADDRESS);
  }
}
