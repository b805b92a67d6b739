package io.lipstream.inference;

/** The device has no memory for a run of this size; a smaller one may go well. */
public final class OutOfDeviceMemory extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public OutOfDeviceMemory(String message, Throwable cause) {
    super(message, cause);
  }
}
