package io.lipstream.error;

import static java.util.Objects.requireNonNull;

/**
 * A coded failure. The message is one line for the person who sent the request: what was wrong with
 * which value, and what would be right; never a secret, never a signed URL's query.
 */
public final class LipstreamException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  public LipstreamException(ErrorCode code, String message) {
    this(code, message, null);
  }

  public LipstreamException(ErrorCode code, String message, Throwable cause) {
    super(message, cause);
    this.code = requireNonNull(code, "code");
  }

  public ErrorCode code() {
    return code;
  }

  /** The coded failure in a chain of causes, or {@link ErrorCode#INTERNAL} around the whole. */
  public static LipstreamException of(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof LipstreamException coded) {
        return coded;
      }
    }
    return new LipstreamException(
        ErrorCode.INTERNAL, "unexpected " + failure.getClass().getSimpleName(), failure);
  }
}
