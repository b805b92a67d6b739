package io.lipstream.local.stack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.event.Request;
import io.lipstream.notification.NotificationConsumer;
import io.lipstream.notification.NotificationSettings;
import io.lipstream.registry.EventDeserializer;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectDescription;
import io.lipstream.storage.ObjectStore;
import io.lipstream.topic.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Notifications on a real broker of objects in a real store, which is down when they come. */
@Timeout(180)
final class NotificationOnServersTest {
  private static final NotificationSettings SETTINGS =
      new NotificationSettings(
          "notification-test", List.of(EmbeddedShelf.ASSETS + "=acme"), Duration.ofDays(1), false);

  @TempDir Path folder;

  @Test
  void objectsStartTheirJobsWhateverComesTwiceOrNotInOrder() throws Exception {
    try (EdgesOnServers servers = EdgesOnServers.start(folder, "notification-on-servers");
        ObjectStore store = servers.store();
        EventDeserializer<Request> requests =
            new EventDeserializer<>(servers.connection().registryUrl(), Request.class);
        NotificationConsumer consumer =
            NotificationConsumer.start(SETTINGS, servers.connection(), store)) {
      send(servers, "inbox/pair/portrait.png", "20");
      send(servers, "requests/good+%C3%A9.json", "20");
      servers.startShelf();
      create(store, "inbox/pair/portrait.png", "p");
      create(
          store,
          "requests/good é.json",
          "{\"image_uri\":\"s3://a/b.png\",\"audio_uri\":\"s3://a/b.wav\",\"seed\":3}");
      create(store, "requests/bad.json", "{\"imageuri\":\"s3://a/b.png\"}");
      create(store, "inbox/alone/audio.wav", "v");
      send(servers, "requests/bad.json", "1");
      send(servers, "inbox/alone/audio.wav", "1");
      send(servers, "requests/gone.json", "1");
      send(servers, "requests/good+%C3%A9.json", "20");
      send(servers, "requests/good+%C3%A9.json", "1F");
      create(store, "inbox/pair/audio.mp3", "v");
      send(servers, "inbox/pair/audio.mp3", "1");
      send(servers, "inbox/pair/audio.mp3", "1");
      servers.produce(Topic.S3_NOTIFICATIONS, null, "garbage".getBytes(UTF_8));
      EdgesOnServers.await(
          "both jobs and both dead letters",
          () ->
              ids(servers, requests).size() >= 2
                  && servers.records(Topic.DEAD_LETTERS).size() >= 2);
      send(servers, "inbox/pair/audio.mp3", "1");
      Thread.sleep(1000);

      Set<String> ids = ids(servers, requests);
      assertThat(ids).hasSize(2);
      assertThat(ids).anyMatch(id -> id.startsWith("pair-"));
      assertThat(ids).anyMatch(id -> id.startsWith("good é-"));
      assertThat(all(servers, requests))
          .allSatisfy(request -> assertThat(request.getTenant()).isEqualTo("acme"))
          .anySatisfy(
              request ->
                  assertThat(request.getAudioUri())
                      .isEqualTo("s3://%s/inbox/pair/audio.mp3".formatted(EmbeddedShelf.ASSETS)));
      assertThat(servers.records(Topic.DEAD_LETTERS))
          .extracting(
              letter ->
                  new String(letter.headers().lastHeader("lipstream.error.code").value(), UTF_8))
          .containsExactlyInAnyOrder("UNREADABLE_RECORD", "UNKNOWN_PARAMETER");
    }
  }

  private static Set<String> ids(EdgesOnServers servers, EventDeserializer<Request> requests) {
    return all(servers, requests).stream().map(Request::getRequestId).collect(Collectors.toSet());
  }

  private static List<Request> all(EdgesOnServers servers, EventDeserializer<Request> requests) {
    return servers.records(Topic.REQUESTS).stream()
        .map(record -> requests.deserialize(record.topic(), record.value()))
        .toList();
  }

  private static void create(ObjectStore store, String key, String content) {
    store.create(
        new ObjectAddress(EmbeddedShelf.ASSETS, key),
        content.getBytes(UTF_8),
        ObjectDescription.of("application/octet-stream"));
  }

  private static void send(EdgesOnServers servers, String key, String sequencer) throws Exception {
    String message =
        ("{\"Records\":[{\"eventVersion\":\"2.1\",\"eventSource\":\"aws:s3\",\"eventName\":"
                + "\"ObjectCreated:Put\",\"s3\":{\"bucket\":{\"name\":\"%s\"},\"object\":"
                + "{\"key\":\"%s\",\"sequencer\":\"%s\"}}}]}")
            .formatted(EmbeddedShelf.ASSETS, key, sequencer);
    servers.produce(Topic.S3_NOTIFICATIONS, key.getBytes(UTF_8), message.getBytes(UTF_8));
  }
}
