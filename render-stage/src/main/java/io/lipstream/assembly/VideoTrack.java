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
  private boolean keyFrame;
  private int nextPiece;
  private int written;

  VideoTrack(PieceSource pieces, int pieceCount, ClipShape shape) throws IOException {
    this.pieces = pieces;
    this.pieceCount = pieceCount;
    this.shape = shape;
    if (pieceCount < 1) {
      throw new LipstreamException(ErrorCode.ENCODING_FAILED, "a clip has at least one piece");
    }
    headers = open(AccessUnits.of(pieces.read(0)));
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
      AccessUnits piece = AccessUnits.of(pieces.read(nextPiece));
      piece.requireSameHeaders(headers, nextPiece);
      open(piece);
      nextPiece++;
    }
    writer.frame(waiting.next(), written++, keyFrame);
    keyFrame = false;
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

  private byte[] open(AccessUnits piece) {
    if (!piece.beginsWithKeyFrame() || piece.headers().length == 0) {
      throw new LipstreamException(
          ErrorCode.ENCODING_FAILED,
          "piece %d does not begin with headers and a key frame".formatted(nextPiece));
    }
    waiting = piece.frames().iterator();
    keyFrame = true;
    return piece.headers();
  }
}
