package io.lipstream.plan;

import io.lipstream.storage.S3Settings;
import java.net.URI;
import java.nio.file.Path;
import java.util.Properties;
import org.gaul.s3proxy.AuthenticationType;
import org.gaul.s3proxy.S3Proxy;
import org.jclouds.ContextBuilder;
import org.jclouds.blobstore.BlobStoreContext;

/** A real S3 server in this process with one bucket; for one writer at a time. */
public final class ShelfServer implements AutoCloseable {
  public static final String BUCKET = "lipstream";
  private static final String KEY = "test-access";
  private static final String SECRET = "test-secret";

  private final BlobStoreContext context;
  private final S3Proxy server;

  public ShelfServer(Path folder) throws Exception {
    Properties properties = new Properties();
    properties.setProperty("jclouds.filesystem.basedir", folder.toString());
    context =
        ContextBuilder.newBuilder("filesystem-nio2")
            .credentials(KEY, SECRET)
            .overrides(properties)
            .build(BlobStoreContext.class);
    context.getBlobStore().createContainerInLocation(null, BUCKET);
    server =
        S3Proxy.builder()
            .blobStore(context.getBlobStore())
            .endpoint(URI.create("http://127.0.0.1:0"))
            .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, KEY, SECRET)
            .build();
    server.start();
  }

  public S3Settings settings() {
    return new S3Settings(
        "http://127.0.0.1:" + server.getPort(), "us-east-1", KEY, SECRET, true, BUCKET);
  }

  @Override
  public void close() throws Exception {
    server.stop();
    context.close();
  }
}
