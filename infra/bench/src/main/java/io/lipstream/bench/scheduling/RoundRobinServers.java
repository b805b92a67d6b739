package io.lipstream.bench.scheduling;

import java.util.List;
import java.util.stream.IntStream;

/**
 * As many Lipstreams as there are devices, each with one, and whole clips dealt out to them in
 * turn.
 */
final class RoundRobinServers implements Server {
  private final List<LipstreamServer> servers;
  private int turn;

  RoundRobinServers(VirtualTime time, SimulatedDevice device, int devices) {
    servers =
        IntStream.range(0, devices)
            .mapToObj(i -> new LipstreamServer(time, device, ClusterPlan.of(1)))
            .toList();
  }

  @Override
  public void submit(SimulatedClip clip) {
    servers.get(turn++ % servers.size()).submit(clip);
  }

  @Override
  public DeviceUse use() {
    return servers.stream().map(LipstreamServer::use).reduce(DeviceUse.NONE, DeviceUse::plus);
  }
}
