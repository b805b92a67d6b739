package io.lipstream.ingest;

import io.lipstream.connection.KafkaConnection;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.gateway.Gateway;
import io.lipstream.gateway.GatewaySettings;
import io.lipstream.gateway.RowNews;
import io.lipstream.gateway.Terms;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ingest as a running Kafka Streams application. The public topics and their schemas must be there.
 * A stream thread that fails is replaced and begins again at its last transaction, unless the
 * configuration is what is wrong. Start and close from one thread.
 */
public final class IngestApplication implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(IngestApplication.class);
  private static final Duration LONGEST_START = Duration.ofMinutes(2);
  private static final Duration LONGEST_CLOSE = Duration.ofSeconds(10);

  private final KafkaStreams streams;
  private final AutoCloseable door;
  private final CompletableFuture<KafkaStreams.State> stopped = new CompletableFuture<>();

  private IngestApplication(KafkaStreams streams, AutoCloseable door) {
    this.streams = streams;
    this.door = door;
  }

  /**
   * Starts ingest; it takes requests when this returns.
   *
   * @throws LipstreamException CONFIGURATION_INVALID, or INTERNAL if it does not come up in time
   */
  public static IngestApplication start(IngestSettings settings, KafkaConnection connection) {
    return start(
        settings,
        StreamsSettings.of(settings, connection),
        connection,
        new RowNews(),
        streams -> () -> {});
  }

  /**
   * Starts ingest and, where it is configured, the HTTP gateway before it, which is there while the
   * stores are still being restored.
   *
   * @throws LipstreamException as above
   */
  public static IngestApplication start(
      IngestSettings settings, EdgeSettings edges, KafkaConnection connection) {
    GatewaySettings gateway = edges.gateway();
    if (!gateway.enabled()) {
      return start(settings, connection);
    }
    Properties properties = StreamsSettings.of(settings, connection);
    properties.put(StreamsConfig.APPLICATION_SERVER_CONFIG, gateway.advertised());
    RowNews news = new RowNews();
    return start(
        settings,
        properties,
        connection,
        news,
        streams ->
            Gateway.start(
                gateway,
                new Terms(
                    settings.admission(),
                    settings.quota(),
                    settings.backlog(),
                    settings.ledger().idempotence()),
                edges.s3(),
                connection,
                streams,
                LedgerProcessor.ROWS,
                news));
  }

  private static IngestApplication start(
      IngestSettings settings,
      Properties properties,
      KafkaConnection connection,
      RowNews news,
      Function<KafkaStreams, AutoCloseable> door) {
    KafkaStreams streams =
        new KafkaStreams(
            IngestTopology.build(settings, connection.registryUrl(), news::changed), properties);
    IngestApplication application = new IngestApplication(streams, door.apply(streams));
    CompletableFuture<Boolean> running = new CompletableFuture<>();
    streams.setStateListener(
        (now, before) -> {
          LOG.info("ingest {}: {}", settings.applicationId(), now);
          if (now == KafkaStreams.State.RUNNING) {
            running.complete(true);
          } else if (now == KafkaStreams.State.ERROR || now == KafkaStreams.State.NOT_RUNNING) {
            running.complete(false);
            application.stopped.complete(now);
          }
        });
    streams.setUncaughtExceptionHandler(IngestApplication::afterFailure);
    streams.start();
    try {
      if (running.get(LONGEST_START.toMillis(), TimeUnit.MILLISECONDS)) {
        return application;
      }
      throw notUp("it ended while starting", null);
    } catch (TimeoutException e) {
      application.close();
      throw notUp("it was not up after " + LONGEST_START.toSeconds() + " s", e);
    } catch (ExecutionException | InterruptedException e) {
      application.close();
      throw notUp("interrupted", e);
    }
  }

  /** Waits until ingest has ended. */
  void join() {
    stopped.join();
  }

  /** Ends ingest; another instance takes over at once, without waiting for a session to expire. */
  @Override
  public void close() {
    try {
      door.close();
    } catch (Exception e) {
      LOG.warn("the gateway did not close in order", e);
    }
    streams.close(
        CloseOptions.timeout(LONGEST_CLOSE)
            .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
  }

  private static StreamThreadExceptionResponse afterFailure(Throwable failure) {
    LipstreamException coded = LipstreamException.of(failure);
    switch (coded.code()) {
      case CONFIGURATION_INVALID -> {
        LOG.error("ingest ends: {}", coded.getMessage());
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
      }
      case REGISTRY_UNAVAILABLE -> LOG.warn("a stream thread begins again: {}", coded.getMessage());
      default -> LOG.error("a stream thread failed and begins again", failure);
    }
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  private static LipstreamException notUp(String why, Exception cause) {
    return new LipstreamException(ErrorCode.INTERNAL, "ingest did not start: " + why, cause);
  }
}
