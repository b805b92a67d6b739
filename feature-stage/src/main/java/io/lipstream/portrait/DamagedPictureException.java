package io.lipstream.portrait;

/** A file that is a picture by its first bytes, but cannot be decoded; the message says why. */
final class DamagedPictureException extends Exception {
  private static final long serialVersionUID = 1L;

  DamagedPictureException(String reason) {
    super(reason);
  }
}
