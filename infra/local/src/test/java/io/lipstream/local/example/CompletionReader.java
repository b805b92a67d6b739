package io.lipstream.local.example;

import io.lipstream.event.Completion;
import io.lipstream.registry.EventDeserializer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** The README's example of a consumer. */
public final class CompletionReader {
  private CompletionReader() {}

  /** Waits for the end of a request. */
  public static Completion await(String bootstrapServers, String registry, String requestId) {
    // [example]
    Map<String, Object> properties =
        Map.of(
            "bootstrap.servers", bootstrapServers,
            "group.id", "my-service",
            "auto.offset.reset", "earliest",
            "isolation.level", "read_committed"); // else records of aborted transactions come too
    try (var consumer =
        new KafkaConsumer<>(
            properties,
            new StringDeserializer(),
            new EventDeserializer<>(registry, Completion.class))) {
      consumer.subscribe(List.of("lipstream.completions"));
      while (true) {
        for (ConsumerRecord<String, Completion> record : consumer.poll(Duration.ofSeconds(1))) {
          Completion completion = record.value();
          if (completion.getRequestId().equals(requestId)) {
            return completion; // its state, its video or its errors
          }
        }
      }
    }
    // [/example]
  }
}
