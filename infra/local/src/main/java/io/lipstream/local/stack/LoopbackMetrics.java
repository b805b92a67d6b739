package io.lipstream.local.stack;

import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.exporter.HTTPServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.util.Properties;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.prometheus.AbstractPrometheusReporter;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/**
 * Flink's Prometheus reporter, on loopback: its own listens on every address of the machine and has
 * no option to do otherwise. Names and labels are the same. Opened and closed by Flink.
 */
public final class LoopbackMetrics extends AbstractPrometheusReporter {
  private HTTPServer server;

  private LoopbackMetrics() {}

  /** By which Flink finds the reporter, as a service. */
  public static final class Factory implements MetricReporterFactory {
    @Override
    public MetricReporter createMetricReporter(Properties properties) {
      return new LoopbackMetrics();
    }
  }

  /**
   * Begins to serve.
   *
   * @param configuration holds the port
   */
  @Override
  public void open(MetricConfig configuration) {
    super.open(configuration);
    try {
      server =
          new HTTPServer(Loopback.address(configuration.getInteger("port", 0)), collected(), true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the reporter has collected, which it shows to its own package only. */
  private CollectorRegistry collected() {
    try {
      Field registry = AbstractPrometheusReporter.class.getDeclaredField("registry");
      registry.setAccessible(true);
      return (CollectorRegistry) registry.get(this);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Flink's reporter has no registry any more", e);
    }
  }

  @Override
  public void close() {
    if (server != null) {
      server.stop();
    }
    super.close();
  }
}
