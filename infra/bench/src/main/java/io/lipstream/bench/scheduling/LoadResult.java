package io.lipstream.bench.scheduling;

import java.util.List;
import java.util.function.Predicate;

/**
 * What a load run has shown.
 *
 * @param seconds measured
 * @param clips that ended, in their order
 * @param use of all devices
 * @param deviceNanos that the devices had
 */
record LoadResult(double seconds, List<SimulatedClip> clips, DeviceUse use, double deviceNanos) {

  /** All that ended, over so many devices' time; that is devices times the time measured. */
  static LoadResult of(List<SimulatedClip> clips, DeviceUse use, double deviceNanos, int devices) {
    return new LoadResult(deviceNanos / devices / 1e9, List.copyOf(clips), use, deviceNanos);
  }

  /** Clips that were made, a second. */
  double throughput() {
    return made().length / seconds;
  }

  double errors() {
    return clips.isEmpty() ? 0 : 1 - (double) made().length / clips.size();
  }

  double busy() {
    return use.busyNanos() / deviceNanos;
  }

  double mean() {
    double sum = 0;
    double[] made = made();
    for (double each : made) {
      sum += each;
    }
    return made.length == 0 ? Double.NaN : sum / made.length;
  }

  /** Seconds from request to end of each clip that was made. */
  double[] made() {
    return made(clip -> true);
  }

  double[] made(Predicate<SimulatedClip> which) {
    return clips.stream()
        .filter(clip -> !clip.failed() && which.test(clip))
        .mapToDouble(clip -> clip.latency() / 1e9)
        .toArray();
  }
}
