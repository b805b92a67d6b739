package io.lipstream.local.stack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.event.Removal;
import io.lipstream.registry.EventSerializer;
import io.lipstream.removal.RemovalConsumer;
import io.lipstream.removal.RemovalSettings;
import io.lipstream.storage.ListedObject;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectDescription;
import io.lipstream.storage.ObjectStore;
import io.lipstream.topic.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Removals on a real broker and a real object store, which is down when the first ones come. */
@Timeout(180)
final class RemovalOnShelfTest {
  private static final String JOB = "0123";
  private static final RemovalSettings SETTINGS =
      new RemovalSettings("removal-test", Duration.ofDays(1));

  @TempDir Path folder;

  @Test
  void whatAJobLeftGoesAndNothingElseDoes() throws Exception {
    try (EdgesOnServers servers = EdgesOnServers.start(folder, "removal-on-shelf");
        ObjectStore store = servers.store();
        EventSerializer<Removal> removals =
            new EventSerializer<>(servers.connection().registryUrl(), Removal.class)) {
      byte[] unreadable = "no removal".getBytes(UTF_8);
      servers.produce(Topic.REMOVALS, null, unreadable);
      servers.produce(
          Topic.REMOVALS, null, bytes(removals, List.of(), List.of("s3://lipstream-work/")));
      servers.produce(
          Topic.REMOVALS,
          null,
          bytes(
              removals,
              List.of(
                  video("mine").uri(),
                  video("of another").uri(),
                  video("of nobody").uri(),
                  video("never there").uri(),
                  "s3://no-such-bucket/x",
                  upload().uri()),
              List.of(
                  "s3://lipstream-work/work/" + JOB + "/",
                  "s3://lipstream-work/work/never there/",
                  "s3://no-such-bucket/x/")));
      try (RemovalConsumer consumer =
          RemovalConsumer.start(SETTINGS, servers.connection(), store)) {
        EdgesOnServers.await(
            "two dead letters", () -> servers.records(Topic.DEAD_LETTERS).size() == 2);
        servers.startShelf();
        create(store, video("mine"), Map.of("job-id", JOB));
        create(store, video("of another"), Map.of("job-id", "4567"));
        create(store, video("of nobody"), Map.of());
        store.create(upload(), new byte[1], ObjectDescription.of("image/png"));
        create(store, work("0123x/0"), Map.of());
        for (int piece = 0; piece < 1100; piece += 100) {
          create(store, work(JOB + "/digest é/" + piece), Map.of());
        }
        servers.produce(
            Topic.REMOVALS,
            null,
            bytes(removals, List.of(), List.of("s3://lipstream-work/work/" + JOB + "/")));
        EdgesOnServers.await(
            "the job's objects gone",
            () ->
                store.find(video("mine")).isEmpty()
                    && store.find(upload()).isEmpty()
                    && store.list(work(JOB + "/")).findAny().isEmpty());
      }
      assertThat(store.find(video("of another"))).isPresent();
      assertThat(store.find(video("of nobody"))).isPresent();
      assertThat(store.list(work("")).map(ListedObject::address)).containsExactly(work("0123x/0"));
      assertThat(servers.records(Topic.DEAD_LETTERS))
          .allSatisfy(
              letter ->
                  assertThat(letter.headers().lastHeader("lipstream.error.code").value())
                      .isEqualTo("UNREADABLE_RECORD".getBytes(UTF_8)))
          .anyMatch(letter -> Arrays.equals(letter.value(), unreadable));
    }
  }

  private static void create(
      ObjectStore store, ObjectAddress address, Map<String, String> metadata) {
    assertThat(store.create(address, new byte[1], new ObjectDescription("video/mp4", "", metadata)))
        .isTrue();
  }

  private static ObjectAddress video(String name) {
    return new ObjectAddress(EmbeddedShelf.VIDEOS, "videos/tenant/" + name + ".mp4");
  }

  private static ObjectAddress upload() {
    return new ObjectAddress(EmbeddedShelf.ASSETS, "uploads/tenant/portrait é.png");
  }

  private static ObjectAddress work(String name) {
    return new ObjectAddress(EmbeddedShelf.WORK, "work/" + name);
  }

  private static byte[] bytes(
      EventSerializer<Removal> removals, List<String> objects, List<String> prefixes) {
    return removals.serialize(
        Topic.REMOVALS.topicName(),
        Removal.newBuilder()
            .setJobId(JOB)
            .setReason("a test")
            .setObjects(objects)
            .setPrefixes(prefixes)
            .setIssuedAt(Instant.EPOCH)
            .build());
  }
}
