package io.lipstream.admission;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lipstream.event.Request;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.avro.Schema;

/**
 * Which job a request means, and which content it asks for. The digest is over the fields that are
 * set, by name, so that a field that a later schema adds does not change it. Tenant, request id and
 * user data are as sent, but cut where they are far beyond their limits, since they go back to the
 * client in an event.
 *
 * @param jobId 32 hexadecimal digits, a hash of tenant and request id and a check over it
 * @param requestDigest 64 hexadecimal digits, a hash of the content
 * @param userData null for none, or where it is too long to be echoed
 */
public record RequestIdentity(
    String jobId, String tenant, String requestId, String requestDigest, String userData) {
  private static final int NAME_DIGITS = 24;
  private static final int CHECK_DIGITS = 8;
  private static final Pattern JOB_ID = Pattern.compile("[0-9a-f]{32}");
  private static final int LONGEST_ECHO = 256;
  private static final List<Schema.Field> BY_NAME =
      Request.getClassSchema().getFields().stream()
          .sorted(Comparator.comparing(Schema.Field::name))
          .toList();

  public static RequestIdentity of(Request request) {
    return of(request, jobId(request.getTenant(), request.getRequestId()));
  }

  /**
   * As above, where the job's id is known.
   *
   * @param jobId as {@link #jobId} gives it
   */
  public static RequestIdentity of(Request request, String jobId) {
    String userData = request.getUserData();
    return new RequestIdentity(
        jobId,
        TextRules.cut(request.getTenant(), LONGEST_ECHO),
        TextRules.cut(request.getRequestId(), LONGEST_ECHO),
        digest(request),
        userData == null || userData.getBytes(UTF_8).length > TextRules.LONGEST_USER_DATA
            ? null
            : userData);
  }

  /** Identity of the job of a request. */
  public static String jobId(String tenant, String requestId) {
    return checked(IdentityHash.of(List.of(tenant, requestId)));
  }

  /** Whether a text can be the id of a job: its last eight digits follow from the others. */
  public static boolean isJobId(String text) {
    return JOB_ID.matcher(text).matches() && checked(text).equals(text);
  }

  /** Identity of the refusal of this content under a request id that other content has taken. */
  public String conflictId() {
    return checked(IdentityHash.of(List.of(jobId, requestDigest)));
  }

  /** Identity of a refusal that passes, so that the job itself can still have its one end. */
  public String refusalId(long now) {
    return checked(IdentityHash.of(List.of(jobId, Long.toString(now))));
  }

  private static String checked(String digits) {
    String name = digits.substring(0, NAME_DIGITS);
    return name + IdentityHash.of(List.of("job", name)).substring(0, CHECK_DIGITS);
  }

  private static String digest(Request request) {
    List<String> texts = new ArrayList<>();
    for (Schema.Field field : BY_NAME) {
      Object value = request.get(field.pos());
      if (value != null) {
        texts.add(field.name());
        texts.add(value.toString());
      }
    }
    return IdentityHash.of(texts);
  }
}
