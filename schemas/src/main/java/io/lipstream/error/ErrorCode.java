package io.lipstream.error;

import io.lipstream.event.JobError;

/**
 * The catalogue of everything that can go wrong with a request, one code a cause. Names are stable:
 * they stand in completion events, dead-letter headers and metrics. A code is never renamed and
 * never given another meaning.
 */
public enum ErrorCode {
  // the request itself
  INVALID_PARAMETER(false, "A parameter is outside its range or cannot be read."),
  UNKNOWN_PRESET(false, "The preset does not exist."),
  IDEMPOTENCE_CONFLICT(false, "The request id was used before with other content."),
  UNKNOWN_PARAMETER(false, "The parameter does not exist."),
  QUOTA_EXCEEDED(true, "The tenant has sent more requests than its quota allows."),
  OVERLOADED(true, "The lane's estimated wait is longer than its limit."),
  OUTPUT_CONFLICT(false, "Another job's object already stands at the output address."),
  UNREADABLE_RECORD(false, "The record cannot be decoded with any registered schema."),

  // the call
  UNAUTHORIZED(false, "The API key is missing or not known."),
  ORIGIN_FORBIDDEN(
      false, "A web page of another origin calls, or the gateway was called by a foreign name."),
  ROUTE_NOT_FOUND(false, "There is no such address, or it does not take this method."),
  JOB_NOT_FOUND(false, "There is no such job."),
  BODY_TOO_LARGE(false, "The call carries more than the limit."),
  MEDIA_TYPE_UNSUPPORTED(false, "The body is of a media type that is not taken."),
  SERVICE_UNAVAILABLE(true, "The instance that holds the job cannot be reached now."),

  // the assets
  ASSET_FORBIDDEN(false, "The address is not one that assets may be fetched from."),
  ASSET_NOT_FOUND(false, "There is no asset at the address."),
  ASSET_TOO_LARGE(false, "The asset is larger than the limit."),
  ASSET_TIMEOUT(true, "The asset did not arrive in time."),
  ASSET_UNAVAILABLE(true, "The server of the asset failed."),

  // the voice
  AUDIO_UNREADABLE(false, "The voice is not audio, is empty, or is damaged."),
  AUDIO_TOO_LONG(false, "The voice is longer than the limit."),
  AUDIO_TOO_SHORT(false, "The voice is shorter than one frame."),
  DURATION_MISMATCH(false, "The declared duration is not that of the decoded voice."),

  // the portrait
  IMAGE_UNREADABLE(false, "The portrait is not an image, is empty, or is damaged."),
  IMAGE_TOO_LARGE(false, "The portrait has more pixels than the limit."),
  FACE_NOT_FOUND(false, "No face that is large and clear enough was found."),

  // the work
  MODEL_MISMATCH(true, "The worker holds another model bundle than the job is pinned to."),
  ENGINE_FAILED(true, "The inference engine failed."),
  ENCODING_FAILED(true, "Video or audio encoding failed."),
  STORAGE_UNAVAILABLE(true, "The object store failed."),
  REGISTRY_UNAVAILABLE(true, "The schema registry failed."),
  STALLED(true, "No progress was seen for too long, after every dispatch allowed."),
  DEADLINE_PASSED(false, "The deadline passed before the video was done."),
  CANCELLED(false, "The job was cancelled."),
  CALLBACK_FAILED(false, "The receiver of a webhook did not take the event in time."),
  INTERNAL(true, "A fault of Lipstream itself."),

  // the operator
  CONFIGURATION_INVALID(false, "The configuration cannot be used.");

  private final boolean retryable;
  private final String summary;

  ErrorCode(boolean retryable, String summary) {
    this.retryable = retryable;
    this.summary = summary;
  }

  /** Whether the same request can succeed when it is sent again, unchanged. */
  public boolean retryable() {
    return retryable;
  }

  /** What events say of it, given what was wrong. */
  public JobError jobError(String message) {
    return JobError.newBuilder()
        .setCode(name())
        .setMessage(message)
        .setRetryable(retryable)
        .build();
  }

  /** One sentence for the catalogue; what was wrong in a given case is said by the exception. */
  public String summary() {
    return summary;
  }
}
