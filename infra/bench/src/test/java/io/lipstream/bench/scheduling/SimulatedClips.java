package io.lipstream.bench.scheduling;

import java.util.ArrayList;
import java.util.List;

/** Clips that a test has submitted. */
final class SimulatedClips {
  private final VirtualTime time;
  private final List<SimulatedClip> all = new ArrayList<>();

  SimulatedClips(VirtualTime time) {
    this.time = time;
  }

  List<SimulatedClip> all() {
    return all;
  }

  SimulatedClip submit(Server server, ClipShape shape, String tenant, boolean urgent) {
    SimulatedClip clip =
        new SimulatedClip(shape, "clip-" + all.size(), tenant, urgent, time.now(), ended -> {});
    all.add(clip);
    server.submit(clip);
    return clip;
  }

  List<SimulatedClip> submitAll(
      Server server, int count, ClipShape shape, String tenant, boolean urgent) {
    List<SimulatedClip> clips = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      clips.add(submit(server, shape, tenant, urgent));
    }
    return clips;
  }
}
