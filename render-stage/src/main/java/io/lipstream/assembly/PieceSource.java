package io.lipstream.assembly;

import java.io.IOException;

/** Gives the pieces of a clip, such as from an object store. */
@FunctionalInterface
public interface PieceSource {
  /**
   * Reads one piece whole.
   *
   * @param number from 0
   */
  byte[] read(int number) throws IOException;
}
