package io.lipstream.local.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EmbeddedRegistryTest {
  @Test
  void theRegistryEndsWhenItsParentIsKilled(@TempDir Path folder) throws Exception {
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Parent.class.getName(),
                folder.toString())
            .redirectError(folder.resolve("parent.log").toFile())
            .start();
    ProcessHandle registry = ProcessHandle.of(announced(parent)).orElseThrow();
    assertThat(registry.isAlive()).isTrue();
    parent.destroyForcibly().waitFor();
    registry.onExit().get(20, TimeUnit.SECONDS);
    assertThat(registry.isAlive()).isFalse();
  }

  private static long announced(Process parent) throws IOException {
    try (BufferedReader lines = parent.inputReader()) {
      return Long.parseLong(lines.readLine());
    }
  }

  /** A process that starts a registry, says its process id and waits to be killed. */
  static final class Parent {
    private Parent() {}

    public static void main(String[] arguments) throws Exception {
      Path folder = Path.of(arguments[0]);
      int port = Loopback.ports(List.of(0)).get(0);
      try (EmbeddedRegistry registry =
          EmbeddedRegistry.start(folder.resolve("registry"), folder.resolve("log"), port)) {
        System.out.println(ProcessHandle.current().children().findFirst().orElseThrow().pid());
        Thread.sleep(60_000);
        assertThat(registry.url()).isNotEmpty();
      }
    }
  }
}
