package io.lipstream.local.stack;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gaul.s3proxy.PutOptions2;
import org.jclouds.blobstore.BlobStore;
import org.jclouds.blobstore.domain.Blob;
import org.jclouds.blobstore.domain.BlobMetadata;
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
 * striped by key, so that a slow upload holds up few others. Objects are files here: a key that
 * cannot be one (a name of over 255 bytes, or below another object) is refused with 400.
 * Thread-safe.
 */
final class AtomicCreation extends ForwardingBlobStore {
  private static final int STRIPES = 256;
  private static final int PRECONDITION_FAILED = 412;
  private static final int BAD_REQUEST = 400;
  private static final int LONGEST_NAME = 255;

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
    if (cannotBeAFile(bucket, key)) {
      throw answer(BAD_REQUEST);
    }
    synchronized (locks[Math.floorMod((bucket + "/" + key).hashCode(), STRIPES)]) {
      if (blobExists(bucket, key)) {
        throw answer(PRECONDITION_FAILED);
      }
      return super.putBlob(bucket, blob, options);
    }
  }

  /** Nothing stands at a key that cannot stand here; the file system would say that it failed. */
  @Override
  public BlobMetadata blobMetadata(String bucket, String key) {
    return cannotBeAFile(bucket, key) ? null : super.blobMetadata(bucket, key);
  }

  private boolean cannotBeAFile(String bucket, String key) {
    if (Arrays.stream(key.split("/", -1)).anyMatch(AtomicCreation::tooLong)) {
      return true;
    }
    for (int slash = key.indexOf('/'); slash > 0; slash = key.indexOf('/', slash + 1)) {
      if (blobExists(bucket, key.substring(0, slash))) {
        return true;
      }
    }
    return false;
  }

  private static boolean tooLong(String name) {
    return name.getBytes(UTF_8).length > LONGEST_NAME;
  }

  private static HttpResponseException answer(int status) {
    HttpRequest request =
        HttpRequest.builder().method("PUT").endpoint("http://" + Loopback.HOST).build();
    return new HttpResponseException(
        new HttpCommand(request), HttpResponse.builder().statusCode(status).build());
  }
}
