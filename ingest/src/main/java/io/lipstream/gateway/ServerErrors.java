package io.lipstream.gateway;

import io.lipstream.error.ErrorCode;
import io.lipstream.field.ShownText;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers what reaches no route, such as a path that leads out of the root or a header that is too
 * long, with a problem document as every other call. Thread-safe.
 */
final class ServerErrors extends ErrorHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ServerErrors.class);

  @Override
  public ByteBuffer badMessageError(int status, String reason, HttpFields.Mutable fields) {
    fields.put(HttpHeader.CONTENT_TYPE, ProblemDocument.MEDIA_TYPE);
    return ByteBuffer.wrap(Json.bytes(ProblemDocument.of(refusal(status), status, "")));
  }

  @Override
  public void handle(
      String target, Request base, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    base.setHandled(true);
    int status = response.getStatus();
    response.setContentType(ProblemDocument.MEDIA_TYPE);
    response
        .getOutputStream()
        .write(Json.bytes(ProblemDocument.of(refusal(status), status, ShownText.of(target))));
  }

  /** What no handler of exceptions sees: the process lacks memory, or one of its own parts. */
  static void failed(HttpServletResponse response, Error failure) {
    LOG.error("a call failed", failure);
    response.setStatus(HttpStatus.INTERNAL_SERVER_ERROR_500);
    response.setContentType(ProblemDocument.MEDIA_TYPE);
    try {
      response
          .getOutputStream()
          .write(
              Json.bytes(
                  ProblemDocument.of(
                      Refusal.of(ErrorCode.INTERNAL, "the gateway failed"), 500, "")));
    } catch (IOException e) {
      LOG.debug("the caller has gone", e);
    }
  }

  private static Refusal refusal(int status) {
    ErrorCode code = status < 500 ? ErrorCode.INVALID_PARAMETER : ErrorCode.INTERNAL;
    return Refusal.of(code, "the call cannot be taken: " + HttpStatus.getMessage(status));
  }
}
