package io.lipstream.local.client;

import io.lipstream.admission.RequestIdentity;
import io.lipstream.connection.KafkaConnection;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Request;
import io.lipstream.event.VideoObject;
import io.lipstream.registry.EventSerializer;
import io.lipstream.storage.Digest;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectDescription;
import io.lipstream.storage.ObjectStore;
import io.lipstream.topic.Topic;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A client of the pipeline like any other: it puts files on the shelf, produces requests, reads
 * events and fetches videos; it knows nothing of what runs behind the topics. Use from one thread.
 */
public final class PipelineClient implements AutoCloseable {
  private final KafkaConnection connection;
  private final ObjectStore store;
  private final String assetBucket;
  private final KafkaProducer<String, Request> producer;

  /**
   * A client that owns the store that it is given.
   *
   * @param assetBucket bucket that uploads go to, under uploads/
   */
  public PipelineClient(KafkaConnection connection, ObjectStore store, String assetBucket) {
    this.connection = connection;
    this.store = store;
    this.assetBucket = assetBucket;
    Properties properties = connection.clientProperties();
    properties.setProperty("acks", "all");
    this.producer =
        new KafkaProducer<>(
            properties,
            new StringSerializer(),
            new EventSerializer<>(connection.registryUrl(), Request.class));
  }

  /**
   * Puts a file on the shelf under its digest; the same content is stored once.
   *
   * @return s3:// address
   * @throws LipstreamException ASSET_NOT_FOUND if there is no such file; STORAGE_UNAVAILABLE
   */
  public String upload(Path file) {
    LocalFile.check(file);
    ObjectAddress address =
        new ObjectAddress(assetBucket, "uploads/" + Digest.of(file) + LocalFile.extension(file));
    store.ensure(address, file, ObjectDescription.of("application/octet-stream"));
    return address.uri();
  }

  /** Produces a request; it is durable when this returns. */
  public void send(Request request) {
    try {
      producer
          .send(
              new ProducerRecord<>(
                  Topic.REQUESTS.topicName(), RequestIdentity.of(request).jobId(), request))
          .get();
    } catch (ExecutionException e) {
      throw new LipstreamException(
          ErrorCode.INTERNAL, "the request was not taken: " + e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LipstreamException(ErrorCode.INTERNAL, "interrupted", e);
    }
  }

  /** Events from now on. */
  public EventFeed feedFromNow() {
    return EventFeed.open(connection, EventFeed.Begin.NOW);
  }

  /** All events that the topics still hold, then those to come. */
  public EventFeed feedFromBeginning() {
    return EventFeed.open(connection, EventFeed.Begin.OLDEST);
  }

  /**
   * Fetches a finished video; the file appears whole or not at all.
   *
   * @throws LipstreamException STORAGE_UNAVAILABLE if its bytes are not those that were announced
   */
  public void download(VideoObject video, Path file) {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      Digest digest = new Digest();
      try (InputStream in = store.read(new ObjectAddress(video.getBucket(), video.getKey()));
          OutputStream out = digest.through(Files.newOutputStream(part))) {
        in.transferTo(out);
      }
      if (!digest.hex().equals(video.getSha256())) {
        throw new LipstreamException(
            ErrorCode.STORAGE_UNAVAILABLE,
            "s3://%s/%s has SHA-256 %s, announced was %s"
                .formatted(video.getBucket(), video.getKey(), digest.hex(), video.getSha256()));
      }
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new LipstreamException(
          ErrorCode.INVALID_PARAMETER, "cannot write %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  @Override
  public void close() {
    producer.close();
    store.close();
  }
}
