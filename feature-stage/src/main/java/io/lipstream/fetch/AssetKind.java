package io.lipstream.fetch;

import io.lipstream.error.ErrorCode;

/** What an asset is to be. */
public enum AssetKind {
  PORTRAIT(ErrorCode.IMAGE_UNREADABLE),
  VOICE(ErrorCode.AUDIO_UNREADABLE);

  private final ErrorCode unreadable;

  AssetKind(ErrorCode unreadable) {
    this.unreadable = unreadable;
  }

  ErrorCode unreadable() {
    return unreadable;
  }

  /** The word for it in a message. */
  String noun() {
    return switch (this) {
      case PORTRAIT -> "portrait";
      case VOICE -> "voice";
    };
  }
}
