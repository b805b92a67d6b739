package io.lipstream.local.stack;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import org.gaul.s3proxy.AuthenticationType;
import org.gaul.s3proxy.S3Proxy;
import org.jclouds.ContextBuilder;
import org.jclouds.blobstore.BlobStore;
import org.jclouds.blobstore.BlobStoreContext;

/**
 * A real S3 server inside this process: S3Proxy over a folder, with signed requests, conditional
 * writes and one bucket each for assets, intermediate work and finished videos. Start and close
 * from one thread.
 */
final class EmbeddedShelf implements AutoCloseable {
  static final String ACCESS_KEY = "lipstream";
  static final String SECRET_KEY = "lipstream-on-loopback";
  static final String REGION = "us-east-1";
  static final String ASSETS = "lipstream-assets";
  static final String WORK = "lipstream-work";
  static final String VIDEOS = "lipstream-videos";

  private final BlobStoreContext context;
  private final S3Proxy server;

  private EmbeddedShelf(BlobStoreContext context, S3Proxy server) {
    this.context = context;
    this.server = server;
  }

  /** Starts a server over the folder; it answers when this returns. */
  static EmbeddedShelf start(Path folder, int port) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    WorkSweep.sweep(folder.resolve(WORK), Instant.now());
    Properties properties = new Properties();
    properties.setProperty("jclouds.filesystem.basedir", folder.toAbsolutePath().toString());
    BlobStoreContext context =
        ContextBuilder.newBuilder("filesystem-nio2")
            .credentials(ACCESS_KEY, SECRET_KEY)
            .overrides(properties)
            .build(BlobStoreContext.class);
    BlobStore store = context.getBlobStore();
    List.of(ASSETS, WORK, VIDEOS).forEach(bucket -> store.createContainerInLocation(null, bucket));
    S3Proxy server =
        S3Proxy.builder()
            .blobStore(new AtomicCreation(store))
            .endpoint(URI.create("http://%s:%d".formatted(Loopback.HOST, port)))
            .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, ACCESS_KEY, SECRET_KEY)
            .ignoreUnknownHeaders(true)
            .build();
    try {
      server.start();
    } catch (Exception e) {
      context.close();
      throw new LipstreamException(ErrorCode.INTERNAL, "the object store did not start", e);
    }
    return new EmbeddedShelf(context, server);
  }

  String endpoint() {
    return "http://%s:%d".formatted(Loopback.HOST, server.getPort());
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new LipstreamException(ErrorCode.INTERNAL, "the object store did not stop", e);
    } finally {
      context.close();
    }
  }
}
