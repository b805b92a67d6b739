package io.lipstream.pipeline;

/**
 * A job that is ready to be cut into segments: what is sequential has been done, and stands in the
 * store.
 *
 * @param portrait the picture as it was fetched
 * @param voice the recording, for the sound track
 * @param portraitUri prepared portrait, s3:// address
 * @param motionUri motion rows of the whole clip, s3:// address
 * @param pieceUri prefix that a piece's number is appended to
 * @param frames frames of the clip, at least 1
 * @param segmentFrames frames of each segment but the last
 * @param width pixels of a frame, even
 * @param height pixels of a frame, even
 * @param startedAt when fetching began, milliseconds since 1970 UTC
 * @param warnings what was repaired, lines joined by a line feed
 */
public record PreparedClip(
    JobTicket job,
    Asset portrait,
    Asset voice,
    String portraitUri,
    String motionUri,
    String pieceUri,
    int frames,
    int segmentFrames,
    int width,
    int height,
    long startedAt,
    long fetchMillis,
    long featuresMillis,
    String warnings) {

  public int segmentCount() {
    return (frames + segmentFrames - 1) / segmentFrames;
  }

  /** The segment of that number, counted from 0. */
  public Segment segment(int index) {
    int first = index * segmentFrames;
    return new Segment(this, index, first, Math.min(segmentFrames, frames - first));
  }
}
