package io.lipstream.local.stack;

import java.util.stream.IntStream;
import org.gaul.s3proxy.PutOptions2;
import org.jclouds.blobstore.BlobStore;
import org.jclouds.blobstore.domain.Blob;
import org.jclouds.blobstore.options.PutOptions;
import org.jclouds.blobstore.util.ForwardingBlobStore;
import org.jclouds.http.HttpCommand;
import org.jclouds.http.HttpRequest;
import org.jclouds.http.HttpResponse;
import org.jclouds.http.HttpResponseException;

/**
 * Makes conditional creation atomic, as S3 promises it. S3Proxy 3.0 looks for the object when the
 * request arrives and then writes over whatever came since: of 16 racing writers, five were told
 * that they had created it. Here the look is repeated under a lock that the write holds; locks are
 * striped by key, so that a slow upload holds up few others. Thread-safe.
 */
final class AtomicCreation extends ForwardingBlobStore {
  private static final int STRIPES = 256;
  private static final int PRECONDITION_FAILED = 412;

  private final Object[] locks =
      IntStream.range(0, STRIPES).mapToObj(stripe -> new Object()).toArray();

  AtomicCreation(BlobStore store) {
    super(store);
  }

  @Override
  public String putBlob(String bucket, Blob blob, PutOptions options) {
    if (!(options instanceof PutOptions2 conditions) || conditions.getIfNoneMatch() == null) {
      return super.putBlob(bucket, blob, options);
    }
    String key = blob.getMetadata().getName();
    synchronized (locks[Math.floorMod((bucket + "/" + key).hashCode(), STRIPES)]) {
      if (blobExists(bucket, key)) {
        throw preconditionFailed();
      }
      return super.putBlob(bucket, blob, options);
    }
  }

  private static HttpResponseException preconditionFailed() {
    HttpRequest request =
        HttpRequest.builder().method("PUT").endpoint("http://" + Loopback.HOST).build();
    return new HttpResponseException(
        new HttpCommand(request), HttpResponse.builder().statusCode(PRECONDITION_FAILED).build());
  }
}
