package io.lipstream.gateway;

import io.lipstream.connection.KafkaConnection;
import io.lipstream.egress.AssetSources;
import io.lipstream.lifecycle.StartedParts;
import io.lipstream.settings.Settings;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.S3Links;
import io.lipstream.storage.S3ObjectStore;
import io.lipstream.storage.S3Settings;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.state.HostInfo;

/**
 * HTTP in front of the topology of this instance: calls become requests, rows become answers.
 * Nothing is kept here, so that any instance answers for any task. Start and close from one thread.
 */
public final class Gateway implements AutoCloseable {
  private final StartedParts started = new StartedParts();

  private Gateway() {}

  /**
   * Starts a gateway, which may be before the topology starts; calls that need it are told so.
   *
   * @param store name of the store of the ledger's rows
   * @param news is told of each row that the topology writes
   * @throws io.lipstream.error.LipstreamException CONFIGURATION_INVALID
   */
  public static Gateway start(
      GatewaySettings settings,
      Terms terms,
      S3Settings s3,
      KafkaConnection connection,
      KafkaStreams streams,
      String store,
      RowNews news) {
    checkUploads(settings, terms);
    Gateway gateway = new Gateway();
    try {
      LocalRows rows = new LocalRows(streams, store);
      ClusterDirectory directory =
          new ClusterDirectory(
              rows,
              new RemoteRows(settings.internalSecret()),
              HostInfo.buildFromEndpoint(settings.advertised()));
      KafkaOutbox outbox = gateway.started.keep(new KafkaOutbox(connection));
      S3ObjectStore shelf = gateway.started.keep(S3ObjectStore.open(s3));
      S3Links links = gateway.started.keep(S3Links.open(seenByClients(s3, settings)));
      Backing backing =
          new Backing(
              directory,
              news,
              directory,
              outbox,
              shelf,
              links::reading,
              () -> !rows.state().hasCompletedShutdown() && !rows.state().isShuttingDown(),
              () -> rows.state() == KafkaStreams.State.RUNNING,
              text -> {
                Map<MetricName, Metric> all = new HashMap<>(rows.metrics());
                all.putAll(outbox.metrics());
                KafkaMeasurements.write(text, all);
              });
      gateway.started.keep(Server.start(settings, terms, backing));
      return gateway;
    } catch (RuntimeException e) {
      gateway.close();
      throw e;
    }
  }

  /** Else every upload would be taken, and its job refused. */
  private static void checkUploads(GatewaySettings settings, Terms terms) {
    AssetSources sources = terms.admission().sources();
    if (!sources.prefixes().isEmpty()
        && !sources.allows(new ObjectAddress(settings.uploadBucket(), Uploads.FOLDER + "x"))) {
      throw Settings.refused(
          "fetch.s3-allowed",
          String.join(", ", sources.prefixes()),
          "also %s, the bucket of uploads".formatted(settings.uploadBucket()));
    }
  }

  private static S3Settings seenByClients(S3Settings s3, GatewaySettings settings) {
    return settings.linkEndpoint().isEmpty()
        ? s3
        : new S3Settings(
            settings.linkEndpoint(),
            s3.region(),
            s3.accessKey(),
            s3.secretKey(),
            s3.pathStyle(),
            s3.workBucket());
  }

  @Override
  public void close() {
    started.close();
  }
}
