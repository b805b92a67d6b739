package io.lipstream.rendering;

import java.util.List;
import java.util.stream.Stream;

/**
 * How a run of the renderer's graph is laid out: groups of frames, each of one of the portraits.
 * One portrait's frames are one group, which takes its maps once; of several portraits each frame
 * is a group, so that any mix in any order fits.
 *
 * @param portraits whose maps the run takes
 * @param groups each of one portrait
 * @param frames of a group
 */
record RunShape(int portraits, int groups, int frames) {
  static RunShape of(int size, int portraits) {
    return portraits == 1 ? new RunShape(1, 1, size) : new RunShape(portraits, size, 1);
  }

  /** Every shape of runs over a grid: by size, first what takes most memory. */
  static List<RunShape> all(FieldGrid grid, List<Integer> sizes) {
    return sizes.stream().flatMap(size -> ofSize(grid, size, sizes)).toList();
  }

  private static Stream<RunShape> ofSize(FieldGrid grid, int size, List<Integer> sizes) {
    int most = GraphMaps.shareRuns(grid) ? size : 1;
    return sizes.stream()
        .filter(portraits -> portraits <= most)
        .sorted((one, other) -> other - one)
        .map(portraits -> of(size, portraits));
  }

  /** Frames of the run. */
  int size() {
    return groups * frames;
  }
}
