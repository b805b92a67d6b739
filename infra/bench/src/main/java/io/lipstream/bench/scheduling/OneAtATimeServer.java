package io.lipstream.bench.scheduling;

import java.util.ArrayDeque;
import java.util.Deque;

/** A queue before one worker that makes a clip from beginning to end, window by window. */
final class OneAtATimeServer implements Server {
  private final VirtualTime time;
  private final SimulatedDevice device;
  private final Deque<SimulatedClip> line = new ArrayDeque<>();
  private boolean working;
  private DeviceUse use = DeviceUse.NONE;

  OneAtATimeServer(VirtualTime time, SimulatedDevice device) {
    this.time = time;
    this.device = device;
  }

  @Override
  public void submit(SimulatedClip clip) {
    line.add(clip);
    begin();
  }

  private void begin() {
    if (working || line.isEmpty()) {
      return;
    }
    working = true;
    SimulatedClip clip = line.remove();
    double runs = device.singleRuns(clip.shape());
    long beside = ClusterPlan.PREPARATION + ClusterPlan.ENCODING + ClusterPlan.ASSEMBLY;
    time.after(
        Math.round(runs) + beside,
        () -> {
          int windows = clip.shape().windows();
          use = use.plus(new DeviceUse(runs, windows, windows, windows, 0, 0));
          working = false;
          clip.end(time.now(), false);
          begin();
        });
  }

  @Override
  public DeviceUse use() {
    return use;
  }
}
