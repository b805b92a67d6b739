package io.lipstream.notification;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lipstream.event.Completion;
import io.lipstream.event.VideoObject;
import java.net.URLEncoder;
import java.util.Optional;

/**
 * The S3 event JSON 2.1 that a store would send for a finished video: the key URL-encoded, its
 * slashes left as AWS leaves them. The same completion gives the same bytes. Pure and thread-safe.
 */
final class ObjectCreatedJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ObjectCreatedJson() {}

  /**
   * UTF-8.
   *
   * @param completion with a video
   * @param entityTag the store's tag of the content, where it is known
   */
  static byte[] of(Completion completion, Optional<String> entityTag) {
    VideoObject video = completion.getVideo();
    ObjectNode root = MAPPER.createObjectNode();
    ObjectNode record = root.putArray("Records").addObject();
    record
        .put("eventVersion", "2.1")
        .put("eventSource", "lipstream:s3")
        .put("awsRegion", "")
        .put("eventTime", completion.getCompletedAt().toString())
        .put("eventName", "ObjectCreated:Put");
    record.putObject("userIdentity").put("principalId", "lipstream");
    record.putObject("requestParameters").put("sourceIPAddress", "127.0.0.1");
    record.putObject("responseElements").put("x-amz-request-id", completion.getJobId());
    ObjectNode s3 = record.putObject("s3");
    s3.put("s3SchemaVersion", "1.0").put("configurationId", "lipstream");
    ObjectNode bucket = s3.putObject("bucket").put("name", video.getBucket());
    bucket.putObject("ownerIdentity").put("principalId", "lipstream");
    bucket.put("arn", "arn:aws:s3:::" + video.getBucket());
    ObjectNode object = s3.putObject("object").put("key", encoded(video.getKey()));
    object.put("size", video.getSize());
    entityTag.ifPresent(tag -> object.put("eTag", tag));
    object.put("sequencer", "%016X".formatted(completion.getCompletedAt().toEpochMilli()));
    try {
      return MAPPER.writeValueAsBytes(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }

  private static String encoded(String key) {
    return URLEncoder.encode(key, UTF_8).replace("%2F", "/");
  }
}
