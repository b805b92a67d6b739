package io.lipstream.storage;

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
 * Makes If-None-Match atomic within one process. S3Proxy 3.0 looks for the object when the request
 * arrives and writes over whatever has come since: of 16 racing writers five were told that they
 * had created it. Here the look is repeated under a lock that the write holds. Thread-safe.
 */
final class AtomicCreation extends ForwardingBlobStore {
  private final Object writing = new Object();

  AtomicCreation(BlobStore store) {
    super(store);
  }

  @Override
  public String putBlob(String bucket, Blob blob, PutOptions options) {
    if (!(options instanceof PutOptions2 conditions) || conditions.getIfNoneMatch() == null) {
      return super.putBlob(bucket, blob, options);
    }
    synchronized (writing) {
      if (blobExists(bucket, blob.getMetadata().getName())) {
        throw preconditionFailed();
      }
      return super.putBlob(bucket, blob, options);
    }
  }

  private static HttpResponseException preconditionFailed() {
    HttpRequest request = HttpRequest.builder().method("PUT").endpoint("http://localhost").build();
    return new HttpResponseException(
        new HttpCommand(request), HttpResponse.builder().statusCode(412).build());
  }
}
