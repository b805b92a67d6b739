package io.lipstream.assembly;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An Annex B piece taken apart (ITU-T H.264, annex B and 7.3.1): the headers that it carries, and
 * its frames without them, each an access unit of slices.
 *
 * @param headers sequence and picture parameter sets with their start codes, as they came first
 * @param frames slices of each frame, each with a start code of four bytes
 */
record AccessUnits(byte[] headers, List<byte[]> frames) {
  private static final byte[] START_CODE = {0, 0, 0, 1};
  private static final int SLICE = 1;
  private static final int KEY_SLICE = 5;
  private static final int SEQUENCE_HEADER = 7;
  private static final int PICTURE_HEADER = 8;

  /**
   * Takes a piece apart.
   *
   * @param number of the piece, for the message
   * @throws LipstreamException ENCODING_FAILED if decoding cannot begin at the first frame, or if
   *     headers change within the piece
   */
  static AccessUnits of(byte[] piece, int number) {
    ByteArrayOutputStream headers = new ByteArrayOutputStream();
    Set<ByteBuffer> known = new HashSet<>();
    List<byte[]> frames = new ArrayList<>();
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    int start = afterStartCode(piece, 0);
    while (start < piece.length) {
      int next = afterStartCode(piece, start);
      int end = endOfUnit(piece, start, next);
      switch (piece[start] & 0x1f) {
        case SLICE, KEY_SLICE -> {
          if (beginsFrame(piece, start, end) && frame.size() > 0) {
            frames.add(frame.toByteArray());
            frame.reset();
          }
          append(frame, piece, start, end);
        }
        case SEQUENCE_HEADER, PICTURE_HEADER -> {
          ByteBuffer header = ByteBuffer.wrap(piece, start, end - start);
          if (frames.isEmpty() && frame.size() == 0) {
            known.add(header);
            append(headers, piece, start, end);
          } else if (!known.contains(header)) {
            throw refused("piece %d changes its stream headers on the way", number);
          }
        }
        default -> {}
      }
      start = next;
    }
    if (frame.size() > 0) {
      frames.add(frame.toByteArray());
    }
    if (headers.size() == 0 || frames.isEmpty() || !isKeyFrame(frames.get(0))) {
      throw refused("piece %d does not begin with headers and a key frame", number);
    }
    return new AccessUnits(headers.toByteArray(), frames);
  }

  /** Whether decoding can begin at a frame. */
  static boolean isKeyFrame(byte[] frame) {
    return (frame[START_CODE.length] & 0x1f) == KEY_SLICE;
  }

  /**
   * Fails unless this piece can follow another in one track.
   *
   * @param number of this piece
   */
  void requireSameHeaders(byte[] expected, int number) {
    if (!Arrays.equals(headers, expected)) {
      throw refused(
          "piece %d has other stream headers than piece 0; all pieces must come from one encoder",
          number);
    }
  }

  private static LipstreamException refused(String message, int number) {
    return new LipstreamException(ErrorCode.ENCODING_FAILED, message.formatted(number));
  }

  /** A slice whose first macroblock is 0: ue(v) of 0 is a single set bit. */
  private static boolean beginsFrame(byte[] piece, int start, int end) {
    return start + 1 < end && (piece[start + 1] & 0x80) != 0;
  }

  private static void append(ByteArrayOutputStream out, byte[] piece, int start, int end) {
    out.writeBytes(START_CODE);
    out.write(piece, start, end - start);
  }

  /** First byte after the next start code, or the end of the piece. */
  private static int afterStartCode(byte[] piece, int from) {
    for (int i = from; i + 2 < piece.length; i++) {
      if (piece[i] == 0 && piece[i + 1] == 0 && piece[i + 2] == 1) {
        return i + 3;
      }
    }
    return piece.length;
  }

  /** Zeros before a start code belong to it, as those at the end of the piece belong to none. */
  private static int endOfUnit(byte[] piece, int start, int next) {
    int end = next < piece.length || endsWithStartCode(piece) ? next - 3 : next;
    while (end > start && piece[end - 1] == 0) {
      end--;
    }
    return end;
  }

  private static boolean endsWithStartCode(byte[] piece) {
    int length = piece.length;
    return length >= 3
        && piece[length - 1] == 1
        && piece[length - 2] == 0
        && piece[length - 3] == 0;
  }
}
