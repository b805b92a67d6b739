package io.lipstream.motion;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The mouth at moments that only move forward: the mean of the values around a moment, weighted by
 * a Gaussian bell. Holds at most two pieces of the voice. One thread at a time.
 */
final class MouthAtTime {
  static final int FRAMES_A_SECOND = 100;
  static final int PIECE = 1000;
  private static final double REACH = 3;

  /** Taken off, so that a value comes into reach with no weight and not with a jump. */
  private static final double EDGE = Math.exp(-REACH * REACH / 2);

  private final SoundNetwork network;
  private final int frames;
  private final Deque<Piece> pieces = new ArrayDeque<>();

  MouthAtTime(SoundNetwork network, int frames) {
    this.network = network;
    this.frames = frames;
  }

  /**
   * The values at a moment, {@link MouthValues#COUNT} of them. Before the beginning and after the
   * end the nearest values hold.
   *
   * @param seconds never before an earlier call's by more than a tenth of a second
   * @param deviation of the bell, seconds
   */
  float[] at(double seconds, double deviation) {
    double center = Math.max(0, Math.min(frames - 1, seconds * FRAMES_A_SECOND));
    double width = deviation * FRAMES_A_SECOND;
    int first = Math.max(0, (int) Math.ceil(center - REACH * width));
    int last = Math.min(frames - 1, (int) Math.floor(center + REACH * width));
    double[] sums = new double[MouthValues.COUNT];
    double weights = 0;
    for (int frame = first; frame <= last; frame++) {
      double distance = (frame - center) / width;
      double weight = Math.exp(-distance * distance / 2) - EDGE;
      weights += weight;
      Piece piece = piece(frame);
      for (int value = 0; value < sums.length; value++) {
        sums[value] +=
            weight * piece.values.values()[(frame - piece.from) * MouthValues.COUNT + value];
      }
    }
    float[] mean = new float[sums.length];
    for (int value = 0; value < sums.length; value++) {
      mean[value] = (float) (sums[value] / weights);
    }
    return mean;
  }

  private Piece piece(int frame) {
    for (Piece piece : pieces) {
      if (frame >= piece.from && frame < piece.from + piece.values.frames()) {
        return piece;
      }
    }
    int from = frame / PIECE * PIECE;
    Piece piece = new Piece(from, network.mouth(from, Math.min(frames, from + PIECE)));
    pieces.addLast(piece);
    if (pieces.size() > 2) {
      pieces.removeFirst();
    }
    return piece;
  }

  private record Piece(int from, MouthValues values) {}
}
