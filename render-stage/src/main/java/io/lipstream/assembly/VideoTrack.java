package io.lipstream.assembly;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.IOException;
import java.util.Iterator;

/**
 * The frames of a clip's pieces, one after another. The first piece is read at once, since its
 * headers are the track's; every other piece must have the same. One thread.
 */
final class VideoTrack implements AutoCloseable {
  private final PieceSource pieces;
  private final int pieceCount;
  private final ClipShape shape;
  private final byte[] headers;
  private Iterator<byte[]> waiting;
  private int nextPiece;
  private int written;

  VideoTrack(PieceSource pieces, int pieceCount, ClipShape shape) throws IOException {
    this.pieces = pieces;
    this.pieceCount = pieceCount;
    this.shape = shape;
    if (pieceCount < 1) {
      throw new LipstreamException(ErrorCode.ENCODING_FAILED, "a clip has at least one piece");
    }
    AccessUnits first = AccessUnits.of(pieces.read(0), 0);
    CodedSize.of(first).require(shape);
    headers = first.headers();
    waiting = first.frames().iterator();
    nextPiece = 1;
  }

  byte[] headers() {
    return headers;
  }

  ClipShape shape() {
    return shape;
  }

  /** End of what was written so far. */
  double seconds() {
    return (double) written / shape.framesPerSecond();
  }

  /** Writes one frame; false at the end. */
  boolean writeNext(Mp4Writer writer) throws IOException {
    while (!waiting.hasNext()) {
      if (nextPiece == pieceCount) {
        return false;
      }
      AccessUnits piece = AccessUnits.of(pieces.read(nextPiece), nextPiece);
      piece.requireSameHeaders(headers, nextPiece);
      waiting = piece.frames().iterator();
      nextPiece++;
    }
    byte[] frame = waiting.next();
    writer.frame(frame, written++, AccessUnits.isKeyFrame(frame));
    return true;
  }

  void requireComplete() {
    if (written != shape.frames()) {
      throw new LipstreamException(
          ErrorCode.ENCODING_FAILED,
          "the pieces have %d frames, expected %d".formatted(written, shape.frames()));
    }
  }

  @Override
  public void close() {
    waiting = null;
  }
}
