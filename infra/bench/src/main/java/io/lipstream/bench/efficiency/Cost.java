package io.lipstream.bench.efficiency;

/**
 * What some clips took.
 *
 * @param seconds from the first begun to the last done
 * @param processorSeconds of the process that makes them
 * @param machineSeconds of all processes that have a part in it
 */
record Cost(int frames, double seconds, double processorSeconds, double machineSeconds) {
  /** Frames a second of video when nothing else is asked for. */
  static final int FPS = 25;

  double framesPerSecond() {
    return frames / seconds;
  }

  double processorMilliseconds() {
    return 1000 * processorSeconds / frames;
  }

  double machineMilliseconds() {
    return 1000 * machineSeconds / frames;
  }
}
