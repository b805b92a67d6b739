package io.lipstream.local.stack;

import io.lipstream.ingest.Ingest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Ingest as a process of its own, as on a cluster of two instances, without quotas. */
final class IngestProcess {
  private IngestProcess() {}

  /**
   * Starts one.
   *
   * @param folder where its configuration, state and log go, by its name
   * @param more lines of its configuration
   */
  static Process start(
      Path folder, String name, String bootstrapServers, String registry, String... more)
      throws IOException {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "kafka.bootstrap-servers=" + bootstrapServers,
                "registry.url=" + registry,
                "ingest.state-directory=" + folder.resolve(name).toString().replace("\\", "\\\\"),
                "ingest.standby-replicas=1",
                "ingest.replication-factor=1",
                "quota.per-minute=0"));
    lines.addAll(List.of(more));
    Path file = Files.write(folder.resolve(name + ".properties"), lines);
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-Dlipstream.logs=" + folder.resolve(name + "-logs"),
            "-cp",
            System.getProperty("java.class.path"),
            Ingest.class.getName(),
            "run",
            file.toString())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(name + ".log").toFile())
        .start();
  }
}
