package io.lipstream.inference;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;

/**
 * The device has no memory for a run of this size; a smaller one may go well. Where nobody halves
 * the batch it ends as ENGINE_FAILED, which is its cause.
 */
public final class OutOfDeviceMemory extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public OutOfDeviceMemory(String message, Throwable cause) {
    super(message, new LipstreamException(ErrorCode.ENGINE_FAILED, message, cause));
  }
}
