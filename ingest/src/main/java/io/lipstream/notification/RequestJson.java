package io.lipstream.notification;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.JobError;
import io.lipstream.event.Request;
import io.lipstream.field.GivenNames;
import io.lipstream.field.RequestFields;
import io.lipstream.field.ShownText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A request as a JSON object, its fields as {@link RequestFields} reads them. Pure. */
final class RequestJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private RequestJson() {}

  /**
   * Reads a request.
   *
   * @param tenant whose it is; one that the object names must be the same
   * @param requestId where the object names none
   * @throws LipstreamException UNREADABLE_RECORD, UNKNOWN_PARAMETER, INVALID_PARAMETER; the code of
   *     the first fault and the messages of all
   */
  static Request read(byte[] json, String tenant, String requestId) {
    Map<String, JsonNode> values = new LinkedHashMap<>();
    tree(json).properties().forEach(field -> values.put(field.getKey(), field.getValue()));
    Request request = new Request();
    request.put("tenant", tenant);
    request.put("request_id", requestId);
    List<JobError> faults =
        new ArrayList<>(RequestFields.put(values, GivenNames.of(values.keySet()), request));
    RequestFields.missing(values)
        .forEach(
            asset ->
                faults.add(
                    ErrorCode.INVALID_PARAMETER.jobError(
                        "%s is missing, expected s3://bucket/key or an http(s) URL"
                            .formatted(asset))));
    if (!tenant.equals(request.getTenant())) {
      faults.add(
          ErrorCode.INVALID_PARAMETER.jobError(
              "tenant is '%s', expected '%s' or none"
                  .formatted(ShownText.of(request.getTenant()), tenant)));
    }
    if (!faults.isEmpty()) {
      throw new LipstreamException(
          ErrorCode.valueOf(faults.get(0).getCode()),
          faults.stream().map(JobError::getMessage).collect(Collectors.joining("; ")));
    }
    return Request.newBuilder(request).build();
  }

  private static JsonNode tree(byte[] json) {
    try {
      JsonNode root = MAPPER.readTree(json);
      if (root.isObject()) {
        return root;
      }
      throw new LipstreamException(ErrorCode.UNREADABLE_RECORD, "the request is no JSON object");
    } catch (IOException e) {
      throw new LipstreamException(
          ErrorCode.UNREADABLE_RECORD,
          "the request is no JSON: "
              + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
          e);
    }
  }
}
