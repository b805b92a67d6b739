package io.lipstream.bench.scheduling;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * Users without think time: each asks for a clip, waits for its end, whatever that is, and asks for
 * the next. They begin one after another within the first ten seconds. What ends while the measure
 * is taken counts. Repeats by its seed.
 *
 * @param mix what they ask for
 * @param users how many
 */
record ClosedLoop(ClipMix mix, int users, long seed) {
  private static final double ARRIVAL = 10e9;

  /**
   * Runs.
   *
   * @param server made for the given time
   * @param devices that the server has
   */
  LoadResult run(
      Function<VirtualTime, Server> server, int devices, Duration warmUp, Duration measured) {
    VirtualTime time = new VirtualTime();
    Users loop = new Users(time, server.apply(time));
    for (int i = 0; i < users; i++) {
      time.after(Math.round(loop.random.nextDouble() * ARRIVAL), loop::ask);
    }
    time.runUntil(warmUp.toNanos());
    loop.ended.clear();
    DeviceUse before = loop.server.use();
    time.runUntil(warmUp.plus(measured).toNanos());
    DeviceUse use = loop.server.use().minus(before);
    return LoadResult.of(loop.ended, use, measured.toNanos() * (double) devices, devices);
  }

  private final class Users {
    private final Random random = new Random(seed);
    private final List<SimulatedClip> ended = new ArrayList<>();
    private final VirtualTime time;
    private final Server server;
    private int asked;

    Users(VirtualTime time, Server server) {
      this.time = time;
      this.server = server;
    }

    void ask() {
      String id = "clip-" + asked++;
      server.submit(
          new SimulatedClip(mix.draw(random), id, "tenant", false, time.now(), this::ended));
    }

    private void ended(SimulatedClip clip) {
      ended.add(clip);
      time.after(0, this::ask);
    }
  }
}
