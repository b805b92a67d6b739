package io.lipstream.bench.scheduling;

/** Something that takes clips and ends each of them, on virtual time. */
interface Server {
  void submit(SimulatedClip clip);

  /** What its devices have done so far. */
  DeviceUse use();
}
