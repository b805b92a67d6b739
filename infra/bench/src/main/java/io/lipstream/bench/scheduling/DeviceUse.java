package io.lipstream.bench.scheduling;

/**
 * What devices have done, summed up; two readings subtract.
 *
 * @param busyNanos time in runs
 * @param batches runs
 * @param items windows that were run
 * @param places windows that the runs could have held, each by its key, the limits and the memory
 * @param padding windows that were run for nothing, to fill a plan
 * @param halvings runs that there was no memory for
 */
record DeviceUse(
    double busyNanos, long batches, long items, long places, long padding, long halvings) {
  static final DeviceUse NONE = new DeviceUse(0, 0, 0, 0, 0, 0);

  DeviceUse plus(DeviceUse other) {
    return new DeviceUse(
        busyNanos + other.busyNanos,
        batches + other.batches,
        items + other.items,
        places + other.places,
        padding + other.padding,
        halvings + other.halvings);
  }

  DeviceUse minus(DeviceUse other) {
    return new DeviceUse(
        busyNanos - other.busyNanos,
        batches - other.batches,
        items - other.items,
        places - other.places,
        padding - other.padding,
        halvings - other.halvings);
  }

  /** Items over the most that the batches could have held. */
  double fill() {
    return places == 0 ? 0 : (double) items / places;
  }
}
