package io.lipstream.local.example;

import io.lipstream.event.Request;
import io.lipstream.registry.EventSerializer;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** The README's example of a producer. */
public final class RequestProducer {
  private RequestProducer() {}

  /** Sends a request and returns its id. */
  public static String send(String bootstrapServers, String registry, String portrait, String voice)
      throws Exception {
    // [example]
    try (var producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers),
            new StringSerializer(),
            new EventSerializer<>(registry, Request.class))) {
      Request request =
          Request.newBuilder()
              .setRequestId(UUID.randomUUID().toString()) // the same id again is the same job
              .setTenant("java")
              .setImageUri(portrait) // s3:// or https://
              .setAudioUri(voice)
              .setMinResolution(512)
              .build();
      producer
          .send(new ProducerRecord<>("lipstream.requests", request.getRequestId(), request))
          .get();
      return request.getRequestId();
    }
    // [/example]
  }
}
