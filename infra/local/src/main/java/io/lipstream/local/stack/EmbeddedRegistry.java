package io.lipstream.local.stack;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A real schema registry as a child process: Apicurio Registry, unpacked beside the build by Maven,
 * with its database in a folder and the Confluent-compatible API that our serializers speak. The
 * child holds the read end of a pipe from this process and ends when it closes (see {@link
 * RegistryProcess}), so that it never outlives us, not even a kill -9. Start and close from one
 * thread.
 */
final class EmbeddedRegistry implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofMinutes(3);
  private static final boolean TRAINING = Boolean.getBoolean("lipstream.training");
  private static final Duration STOP_LIMIT = Duration.ofSeconds(TRAINING ? 60 : 5);

  private final Process process;
  private final String url;

  private EmbeddedRegistry(Process process, String url) {
    this.process = process;
    this.url = url;
  }

  /** Starts a registry; it answers when this returns. */
  static EmbeddedRegistry start(Path folder, Path log, int port) {
    try {
      Files.createDirectories(folder);
      Process process =
          new ProcessBuilder(command(folder, port))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      EmbeddedRegistry registry =
          new EmbeddedRegistry(
              process, "http://%s:%d/apis/ccompat/v7".formatted(Loopback.HOST, port));
      registry.awaitAnswer(log);
      return registry;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Base address of the Confluent-compatible API. */
  String url() {
    return url;
  }

  private static List<String> command(Path folder, int port) {
    Path code = codeLocation();
    Path runner = runner(code.getParent().resolve("schema-registry"));
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx192m",
        "-Xss512k",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-XX:-UsePerfData",
        classArchive(code.resolveSibling("schema-registry.jsa")),
        "-Dquarkus.http.host=" + Loopback.HOST,
        "-Dquarkus.http.port=" + port,
        "-Dquarkus.datasource.jdbc.url=jdbc:h2:file:"
            + folder.toAbsolutePath().resolve("schemas")
            + ";WRITE_DELAY=0",
        "-Dquarkus.datasource.jdbc.initial-size=1",
        "-Dquarkus.datasource.jdbc.min-size=1",
        "-cp",
        runner + File.pathSeparator + code,
        RegistryProcess.class.getName());
  }

  /** Shares parsed classes between starts, which halves one; the virtual machine checks the fit. */
  private static String classArchive(Path archive) {
    if (TRAINING) {
      return "-XX:ArchiveClassesAtExit=" + archive;
    }
    return Files.exists(archive) ? "-XX:SharedArchiveFile=" + archive : "-Xshare:auto";
  }

  private static Path codeLocation() {
    try {
      return Path.of(
          EmbeddedRegistry.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path runner(Path folder) {
    try (var files = Files.newDirectoryStream(folder, "*-runner.jar")) {
      return files.iterator().next();
    } catch (IOException e) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "the schema registry is not in %s; build infra/local first".formatted(folder),
          e);
    }
  }

  private void awaitAnswer(Path log) throws IOException {
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/subjects")).timeout(START_LIMIT).build();
    long limit = System.nanoTime() + START_LIMIT.toNanos();
    while (!answers(client, request)) {
      if (!process.isAlive() || System.nanoTime() > limit) {
        close();
        throw new LipstreamException(
            ErrorCode.INTERNAL, "the schema registry did not start; its log is " + log);
      }
    }
  }

  private boolean answers(HttpClient client, HttpRequest request) throws IOException {
    try {
      return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (java.net.ConnectException e) {
      return waited(Duration.ofMillis(50));
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Always false: the registry was waited for and is not there yet. */
  private boolean waited(Duration pause) {
    try {
      process.waitFor(pause.toMillis(), TimeUnit.MILLISECONDS);
      return false;
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static LipstreamException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new LipstreamException(ErrorCode.INTERNAL, "interrupted", e);
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      throw interrupted(e);
    }
  }
}
