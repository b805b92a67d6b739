package io.lipstream.interleaving;

import io.lipstream.pipeline.PreparedClip;
import io.lipstream.pipeline.Segment;

/**
 * How far the release of a clip has come.
 *
 * @param nextSegment number of the segment that goes next, below the clip's number of segments
 */
public record ClipCursor(PreparedClip clip, int nextSegment) {
  String jobId() {
    return clip.job().jobId();
  }

  int attempt() {
    return clip.job().attempt();
  }

  Segment segment() {
    return clip.segment(nextSegment);
  }

  boolean isLast() {
    return nextSegment + 1 >= clip.segmentCount();
  }

  ClipCursor next() {
    return new ClipCursor(clip, nextSegment + 1);
  }
}
