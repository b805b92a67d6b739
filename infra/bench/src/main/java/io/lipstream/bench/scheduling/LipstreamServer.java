package io.lipstream.bench.scheduling;

import io.lipstream.interleaving.ClipCursor;
import io.lipstream.pipeline.Segment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lipstream on virtual time: the product's own rings, batch queues and device memory, and a model
 * of the dispatch between them. A segment is released to the least loaded worker and only while
 * what that worker holds, the largest segment added, is at most two batches; interleavers take
 * turns.
 */
final class LipstreamServer implements Server {
  private final VirtualTime time;
  private final List<SimulatedInterleaver> interleavers = new ArrayList<>();
  private final List<SimulatedWorker> workers = new ArrayList<>();
  private final Map<String, SimulatedClip> clips = new HashMap<>();
  private final int mostHeld;
  private int dealt;
  private int turn;
  private boolean releasing;

  LipstreamServer(VirtualTime time, SimulatedDevice device, ClusterPlan plan) {
    this.time = time;
    this.mostHeld = 2 * plan.limits().largest();
    for (int i = 0; i < plan.interleavers(); i++) {
      interleavers.add(new SimulatedInterleaver(plan));
    }
    for (int i = 0; i < plan.devices(); i++) {
      workers.add(
          new SimulatedWorker(time, device, plan.limits(), this::release, this::windowMade));
    }
  }

  @Override
  public void submit(SimulatedClip clip) {
    clips.put(clip.id(), clip);
    time.after(ClusterPlan.PREPARATION, () -> prepared(clip));
  }

  private void prepared(SimulatedClip clip) {
    interleavers
        .get(dealt++ % interleavers.size())
        .offer(new ClipCursor(clip.prepared(), 0), clip.urgent());
    release();
  }

  private void release() {
    if (releasing) {
      return;
    }
    releasing = true;
    for (int empty = 0; empty < interleavers.size(); turn++) {
      SimulatedInterleaver interleaver = interleavers.get(turn % interleavers.size());
      SimulatedWorker worker = leastLoaded();
      if (worker.held() >= mostHeld) {
        break;
      }
      if (interleaver.isEmpty()) {
        empty++;
      } else {
        empty = 0;
        worker.send(item(interleaver.next()));
      }
    }
    releasing = false;
  }

  private SimulatedItem item(Segment segment) {
    SimulatedClip clip = clips.get(segment.clip().job().jobId());
    return new SimulatedItem(clip, clip.shape().key(), segment.frames(), time.now());
  }

  private SimulatedWorker leastLoaded() {
    SimulatedWorker least = workers.get(0);
    for (SimulatedWorker worker : workers) {
      least = worker.held() < least.held() ? worker : least;
    }
    return least;
  }

  private void windowMade(SimulatedItem item) {
    if (item.clip().windowDone()) {
      clips.remove(item.clip().id());
      time.after(
          ClusterPlan.ENCODING + ClusterPlan.ASSEMBLY, () -> item.clip().end(time.now(), false));
    }
  }

  @Override
  public DeviceUse use() {
    return workers.stream().map(SimulatedWorker::use).reduce(DeviceUse.NONE, DeviceUse::plus);
  }
}
