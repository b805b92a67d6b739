package io.lipstream.notification;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.gateway.ShelfInMemory;
import io.lipstream.topic.Topic;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

/** What a message leads to, with an object store in memory. */
final class NotificationHandlerTest {
  private static final String RECORD =
      """
      {"eventVersion":"%s","eventSource":"aws:s3","eventName":"ObjectCreated:Put",
      "s3":{"bucket":{"name":"in"},"object":{"key":"%s"}}}""";

  private final ShelfInMemory shelf = new ShelfInMemory();
  private final NotificationHandler handler =
      new NotificationHandler(
          new Buckets(List.of("in=acme")),
          new Intake(shelf),
          (topic, request) -> request.getImageUri().getBytes(UTF_8));

  @Test
  void aRecordThatCannotBeReadLeavesTheOthersOfItsMessageTheirJobs() {
    put("requests/a.json", request("a"));
    put("requests/b.json", "{\"fps\": true}");
    put("requests/c.json", request("c"));

    List<ProducerRecord<byte[], byte[]>> results =
        handle(
            RECORD.formatted("2.1", "requests/a.json"),
            RECORD.formatted("3.0", "requests/d.json"),
            "7",
            RECORD.formatted("2.1", "requests/b.json"),
            RECORD.formatted("2.1", "100%"),
            RECORD.formatted("2.1", "requests/c.json"));

    assertThat(values(results, Topic.REQUESTS)).containsExactly("s3://in/a", "s3://in/c");
    assertThat(values(results, Topic.DEAD_LETTERS))
        .satisfiesExactly(
            one -> assertThat(one).contains("\"3.0\"", "requests/d.json"),
            one -> assertThat(one).isEqualTo("{\"Records\":[7]}"),
            one -> assertThat(one).contains("requests/b.json"),
            one -> assertThat(one).contains("\"100%\""))
        .noneMatch(one -> one.contains("requests/a.json") || one.contains("requests/c.json"));
    assertThat(results)
        .filteredOn(one -> one.topic().equals(Topic.DEAD_LETTERS.topicName()))
        .extracting(one -> new String(one.headers().lastHeader(MESSAGE).value(), UTF_8))
        .satisfiesExactly(
            one -> assertThat(one).contains("eventVersion is '3.0', expected 2.x"),
            one -> assertThat(one).contains("no text at '/eventVersion'"),
            one -> assertThat(one).contains("fps is 'true', expected a whole number"),
            one -> assertThat(one).contains("the key '100%' is not URL-encoded"));
  }

  @Test
  void aMessageOfOneRecordLiesWithTheDeadLettersAsItCame() {
    String message = "{ \"Records\" : [ {} ] }";

    List<ProducerRecord<byte[], byte[]>> results = handler.handle(record(message));

    assertThat(values(results, Topic.DEAD_LETTERS)).containsExactly(message);
  }

  private static final String MESSAGE = "__streams.errors.message";

  private void put(String key, String content) {
    shelf.objects.put("s3://in/" + key, content.getBytes(UTF_8));
  }

  private static String request(String name) {
    return "{\"image_uri\":\"s3://in/%s\",\"audio_uri\":\"s3://in/b\"}".formatted(name);
  }

  private List<ProducerRecord<byte[], byte[]>> handle(String... records) {
    return handler.handle(record("{\"Records\":[" + String.join(",", records) + "]}"));
  }

  private static ConsumerRecord<byte[], byte[]> record(String message) {
    return new ConsumerRecord<>(
        Topic.S3_NOTIFICATIONS.topicName(), 3, 14, new byte[0], message.getBytes(UTF_8));
  }

  private static List<String> values(List<ProducerRecord<byte[], byte[]>> results, Topic topic) {
    return results.stream()
        .filter(one -> one.topic().equals(topic.topicName()))
        .flatMap(one -> Stream.of(new String(one.value(), UTF_8)))
        .toList();
  }
}
