package io.lipstream.pipeline;

/**
 * What is dispatched to a render worker: a run of frames of one clip.
 *
 * @param index number of the segment in its clip, from 0
 * @param firstFrame number of its first frame in the clip, from 0
 * @param frames frames of the segment, at least 1
 */
public record Segment(PreparedClip clip, int index, int firstFrame, int frames) {
  /** Address of the rendered piece. */
  public String pieceUri() {
    return clip.pieceUri() + index;
  }
}
