package io.lipstream.gateway;

import io.javalin.http.HttpResponseException;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.field.ShownText;
import java.util.Optional;

/** Finds what a failure means for the client. Pure. */
final class Failures {
  private Failures() {}

  /** The refusal in a chain of causes; of a coded failure that which it stands for. */
  static Optional<Refusal> refusal(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof Refusal refusal) {
        return Optional.of(refusal);
      }
      if (cause instanceof LipstreamException coded) {
        Refusal refusal = Refusal.of(coded.code(), coded.getMessage());
        return Optional.of(ProblemDocument.status(refusal) == 503 ? soon(refusal) : refusal);
      }
    }
    return Optional.empty();
  }

  private static Refusal soon(Refusal refusal) {
    return refusal.retryAfter(Refusal.SOON);
  }

  /** What the server itself refuses: a route that is not there, a body that is too large. */
  static Refusal refusal(
      HttpResponseException failure, String path, String method, long jsonBytes) {
    return switch (failure.getStatus()) {
      case 413 ->
          Refusal.of(
              ErrorCode.BODY_TOO_LARGE,
              "the body is too large, expected up to %d bytes of JSON; files go as a form"
                  .formatted(jsonBytes));
      case 404, 405 ->
          Refusal.of(
              ErrorCode.ROUTE_NOT_FOUND,
              "there is no %s %s; /openapi.json has all that there is"
                  .formatted(method, ShownText.of(path)));
      default ->
          Refusal.of(
              ErrorCode.INVALID_PARAMETER, ShownText.of(String.valueOf(failure.getMessage())));
    };
  }
}
