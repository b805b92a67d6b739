package io.lipstream.local.stack;

import io.lipstream.event.Request;
import io.lipstream.registry.EventDeserializer;
import io.lipstream.settings.Settings;
import io.lipstream.storage.ObjectStore;
import io.lipstream.storage.S3ObjectStore;
import io.lipstream.storage.S3Settings;
import io.lipstream.topic.Topic;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Looks at a stack with nothing but clients of its servers. */
record StackProbe(StackAddresses addresses) {
  /** Ids of all committed requests. */
  List<String> committedRequests() {
    List<TopicPartition> partitions =
        IntStream.range(0, Topic.REQUESTS.partitions())
            .mapToObj(index -> new TopicPartition(Topic.REQUESTS.topicName(), index))
            .toList();
    List<String> seen = new ArrayList<>();
    try (var deserializer = new EventDeserializer<>(addresses.registry(), Request.class);
        var consumer =
            new KafkaConsumer<>(
                Map.of("bootstrap.servers", addresses.kafka(), "isolation.level", "read_committed"),
                new StringDeserializer(),
                deserializer)) {
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      var ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.get(one))) {
        consumer
            .poll(Duration.ofMillis(200))
            .forEach(record -> seen.add(record.value().getRequestId()));
      }
    }
    return seen;
  }

  /** Whether this call created the object. */
  static boolean create(S3Client s3, String key, byte[] content) {
    try {
      s3.putObject(
          put -> put.bucket(EmbeddedShelf.VIDEOS).key(key).ifNoneMatch("*"),
          RequestBody.fromBytes(content));
      return true;
    } catch (S3Exception e) {
      if (e.statusCode() != 409 && e.statusCode() != 412) {
        throw e;
      }
      return false;
    }
  }

  /** The object store as the pipeline opens it. */
  ObjectStore store() {
    Map<String, String> settings = new HashMap<>(addresses.settings());
    settings.keySet().removeIf(key -> !key.startsWith("s3."));
    return S3ObjectStore.open(S3Settings.from(Settings.parse(S3Settings.SETTINGS, settings)));
  }

  S3Client s3() {
    return S3Client.builder()
        .endpointOverride(URI.create(addresses.s3()))
        .region(Region.of(EmbeddedShelf.REGION))
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(EmbeddedShelf.ACCESS_KEY, EmbeddedShelf.SECRET_KEY)))
        .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
        .forcePathStyle(true)
        .build();
  }
}
