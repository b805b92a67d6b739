package io.lipstream.bench.scheduling;

/**
 * How long a device runs a batch and how much memory it takes, as affine functions: a run costs a
 * launch and, for each step, so much a pixel; its peak is the weights and so much a pixel, whatever
 * the steps, since they use the same buffers. The reference is a window of 25 frames of 512x512 in
 * 25 steps. Published figures fix the proportions, not the absolute values: a batch of four costs
 * 1/1.35 of four single runs, memory is full at the 50th request of a naive server, and single runs
 * give 4.8 requests a second. A model for tests of scheduling only.
 *
 * @param launchNanos of a run with the reference's steps
 * @param windowNanos that one reference window adds
 * @param weightBytes held once by whoever runs the model
 * @param windowBytes that one reference window adds
 * @param memoryBytes of the device
 */
public record SimulatedDevice(
    double launchNanos, double windowNanos, long weightBytes, long windowBytes, long memoryBytes) {
  static final int REFERENCE_PIXELS = 512 * 512;
  static final int REFERENCE_STEPS = 25;

  /** Requests in flight that a naive server has memory for. */
  static final int NAIVE_SLICES = 50;

  static final double NAIVE_PEAK = 4.8;
  private static final double GAIN_OF_FOUR = 1.35;
  private static final long MEMORY = 80L << 30;
  private static final int LARGEST_WINDOWS = 4;

  /** The device on which single runs serve so many requests of a mix a second. */
  static SimulatedDevice normalised(ClipMix mix) {
    // With s(b) = launch + b * window and s(1) = 1: s(4) / 4 = s(1) / 1.35.
    double launch = (1 - 1 / GAIN_OF_FOUR) / (1 - 1.0 / 4);
    long slice = MEMORY / NAIVE_SLICES;
    long weights = slice * 5 / 8;
    SimulatedDevice unit =
        new SimulatedDevice(
            launch, 1 - launch, weights, (slice - weights) / LARGEST_WINDOWS, MEMORY);
    double scale = 1e9 / NAIVE_PEAK / mix.mean(unit::singleRuns);
    return new SimulatedDevice(
        unit.launchNanos * scale,
        unit.windowNanos * scale,
        unit.weightBytes,
        unit.windowBytes,
        unit.memoryBytes);
  }

  /** Time of one run. */
  double runNanos(int batch, int frames, int pixels, int steps) {
    return (launchNanos + windowNanos * windows(batch, frames, pixels)) * steps / REFERENCE_STEPS;
  }

  /** Peak memory of one run, the weights included. */
  long peakBytes(int batch, int frames, int pixels) {
    return weightBytes + (long) (windowBytes * windows(batch, frames, pixels));
  }

  /** Time of a whole clip, window by window. */
  double singleRuns(ClipShape clip) {
    return clip.windows() * runNanos(1, ClipShape.WINDOW_FRAMES, clip.pixels(), clip.steps());
  }

  SimulatedDevice withMemory(long bytes) {
    return new SimulatedDevice(launchNanos, windowNanos, weightBytes, windowBytes, bytes);
  }

  private static double windows(int batch, int frames, int pixels) {
    return (double) batch * frames / ClipShape.WINDOW_FRAMES * pixels / REFERENCE_PIXELS;
  }
}
