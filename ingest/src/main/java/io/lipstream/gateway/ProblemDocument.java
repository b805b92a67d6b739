package io.lipstream.gateway;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lipstream.error.ErrorCode;
import io.lipstream.event.JobError;
import java.util.Arrays;
import java.util.Optional;

/**
 * Says what is wrong with a call as RFC 9457 wants it: type, title, status, detail, instance, and
 * beside these the code, whether the same call can succeed later, and every violation. Pure.
 */
final class ProblemDocument {
  static final String MEDIA_TYPE = "application/problem+json";

  private ProblemDocument() {}

  /** Status of a call that is refused for the code. */
  static int status(ErrorCode code) {
    return switch (code) {
      case INVALID_PARAMETER, UNKNOWN_PARAMETER, UNKNOWN_PRESET, ASSET_FORBIDDEN -> 400;
      case UNAUTHORIZED -> 401;
      case ORIGIN_FORBIDDEN -> 403;
      case JOB_NOT_FOUND, ROUTE_NOT_FOUND -> 404;
      case IDEMPOTENCE_CONFLICT, OUTPUT_CONFLICT -> 409;
      case BODY_TOO_LARGE -> 413;
      case MEDIA_TYPE_UNSUPPORTED -> 415;
      case QUOTA_EXCEEDED -> 429;
      case ASSET_UNAVAILABLE -> 502;
      case ASSET_TIMEOUT -> 504;
      case OVERLOADED, SERVICE_UNAVAILABLE, STORAGE_UNAVAILABLE, REGISTRY_UNAVAILABLE -> 503;
      default -> code.retryable() ? 500 : 422;
    };
  }

  static int status(Refusal refusal) {
    return status(code(refusal.violations().get(0)));
  }

  /**
   * The document.
   *
   * @param status as the answer has it
   * @param instance path of the call
   */
  static ObjectNode of(Refusal refusal, int status, String instance) {
    JobError first = refusal.violations().get(0);
    ErrorCode code = code(first);
    ObjectNode document = Json.object();
    document.put("type", "/errors#" + first.getCode());
    document.put("title", code.summary());
    document.put("status", status);
    document.put("detail", first.getMessage());
    document.put("instance", instance);
    document.put("code", first.getCode());
    document.put("retryable", first.getRetryable());
    refusal.taskId().ifPresent(id -> document.put("task_id", id));
    refusal.retryAfter().ifPresent(wait -> document.put("retry_after", seconds(wait.toMillis())));
    ArrayNode violations = document.putArray("violations");
    refusal.violations().forEach(each -> violations.add(Json.error(each)));
    return document;
  }

  /** Whole seconds, rounded up: a client that waits so long is not too early. */
  static long seconds(long milliseconds) {
    return Math.max(1, Math.floorDiv(milliseconds + 999, 1000L));
  }

  private static ErrorCode code(JobError error) {
    Optional<ErrorCode> known =
        Arrays.stream(ErrorCode.values())
            .filter(code -> code.name().equals(error.getCode()))
            .findFirst();
    return known.orElse(ErrorCode.INTERNAL);
  }
}
