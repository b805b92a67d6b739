package io.lipstream.gathering;

import java.util.BitSet;

/**
 * Which pieces of a clip have come.
 *
 * @param seen bit set of piece numbers, little-endian bytes
 * @param firstStartedAt when the first one to come was begun, milliseconds since 1970 UTC
 */
public record PieceSet(byte[] seen, long firstStartedAt) {
  static PieceSet startedAt(long millis) {
    return new PieceSet(new byte[0], millis);
  }

  int count() {
    return BitSet.valueOf(seen).cardinality();
  }

  PieceSet with(int index, long startedAt) {
    BitSet bits = BitSet.valueOf(seen);
    bits.set(index);
    return new PieceSet(bits.toByteArray(), Math.min(firstStartedAt, startedAt));
  }
}
