package io.lipstream.admission;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lipstream.event.Request;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;

/**
 * Which job a request means, and which content it asks for. The digest is over the fields that are
 * set, by name, so that a field that a later schema adds does not change it. Tenant, request id and
 * user data are as sent, but cut where they are far beyond their limits, since they go back to the
 * client in an event.
 *
 * @param jobId 32 hexadecimal digits, a hash of tenant and request id
 * @param requestDigest 64 hexadecimal digits, a hash of the content
 * @param userData null for none, or where it is too long to be echoed
 */
public record RequestIdentity(
    String jobId, String tenant, String requestId, String requestDigest, String userData) {
  private static final int JOB_ID_DIGITS = 32;
  private static final int LONGEST_ECHO = 256;

  public static RequestIdentity of(Request request) {
    String userData = request.getUserData();
    return new RequestIdentity(
        jobId(request.getTenant(), request.getRequestId()),
        TextRules.cut(request.getTenant(), LONGEST_ECHO),
        TextRules.cut(request.getRequestId(), LONGEST_ECHO),
        digest(request),
        userData == null || userData.getBytes(UTF_8).length > TextRules.LONGEST_USER_DATA
            ? null
            : userData);
  }

  /** Identity of the job of a request. */
  public static String jobId(String tenant, String requestId) {
    return IdentityHash.of(List.of(tenant, requestId)).substring(0, JOB_ID_DIGITS);
  }

  /** Identity of the refusal of this content under a request id that other content has taken. */
  public String conflictId() {
    return IdentityHash.of(List.of(jobId, requestDigest)).substring(0, JOB_ID_DIGITS);
  }

  private static String digest(Request request) {
    List<String> texts = new ArrayList<>();
    request.getSchema().getFields().stream()
        .map(Schema.Field::name)
        .sorted()
        .forEach(
            name -> {
              Object value = request.get(name);
              if (value != null) {
                texts.add(name);
                texts.add(value.toString());
              }
            });
    return IdentityHash.of(texts);
  }
}
