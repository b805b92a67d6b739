package io.lipstream.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The store against a real server. */
class S3ObjectStoreTest {
  private static final ObjectDescription BYTES = ObjectDescription.of("application/octet-stream");
  @TempDir static Path folder;
  private static EmbeddedS3 server;
  private static S3ObjectStore store;

  @BeforeAll
  static void start() throws Exception {
    server = new EmbeddedS3(Files.createDirectory(folder.resolve("data")));
    store = S3ObjectStore.open(server.settings());
  }

  @AfterAll
  static void stop() throws Exception {
    store.close();
    server.close();
  }

  @Test
  void ofRacingCreatorsExactlyOneWinsAndItsBytesStand() throws Exception {
    for (int round = 0; round < 5; round++) {
      ObjectAddress address = address("race/" + round);
      List<Integer> winners = race(address, 16);
      assertThat(winners).hasSize(1);
      try (InputStream in = store.read(address)) {
        assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo("writer " + winners.get(0));
      }
    }
  }

  private static List<Integer> race(ObjectAddress address, int writers) throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try {
      List<Future<Boolean>> created = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        byte[] content = ("writer " + writer).getBytes(UTF_8);
        created.add(
            threads.submit(
                () -> {
                  start.await();
                  return store.create(address, content, BYTES);
                }));
      }
      start.countDown();
      List<Integer> winners = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        if (created.get(writer).get()) {
          winners.add(writer);
        }
      }
      return winners;
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aSecondCreateChangesNothing() throws Exception {
    ObjectAddress address = address("once");
    assertThat(store.create(address, new byte[] {1, 2, 3}, BYTES)).isTrue();
    assertThat(store.create(address, new byte[] {9}, BYTES)).isFalse();
    assertThat(store.read(address, 0, 3)).containsExactly(1, 2, 3);
  }

  @Test
  void aRefusedCreationLeavesUsableConnections() throws Exception {
    ObjectAddress address = address("refused");
    Path large = Files.write(folder.resolve("large"), new byte[24 << 20]);
    store.create(address, new byte[] {1}, BYTES);
    for (int i = 0; i < 10; i++) {
      assertThat(store.create(address, large, BYTES)).isFalse();
      assertThat(race(address, 8)).isEmpty();
      assertThat(store.read(address, 0, 1)).containsExactly(1);
    }
  }

  @Test
  void whatDescribesAnObjectComesBack() throws Exception {
    Path file = Files.write(folder.resolve("clip.mp4"), new byte[100_000]);
    ObjectDescription description =
        new ObjectDescription(
            "video/mp4",
            "public, max-age=31536000, immutable",
            Map.of("job-id", "j-1", "sha256", Digest.of(file)));
    ObjectAddress address = address("videos/clip.mp4");

    assertThat(store.create(address, file, description)).isTrue();

    assertThat(store.find(address)).contains(new StoredObject(address, 100_000, description));
  }

  @Test
  void aRangeIsReadAlone() {
    ObjectAddress address = address("range");
    byte[] content = new byte[1000];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) i;
    }
    store.create(address, content, BYTES);

    assertThat(store.read(address, 250, 3)).containsExactly((byte) 250, (byte) 251, (byte) 252);
    assertThat(store.read(address, 999, 1)).containsExactly((byte) 999);
    assertThat(store.read(address, 10, 0)).isEmpty();
    assertThatThrownBy(() -> store.read(address, 998, 5))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_UNAVAILABLE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Ärzte und Bücher/ein Lied.wav", "声音/测试 1+2=3.wav", "a%20b&c?d#e.png", "émoji 😀"})
  void keysAreAnyText(String key) {
    ObjectAddress address = address(key);
    assertThat(store.create(address, key.getBytes(UTF_8), BYTES)).isTrue();
    assertThat(store.find(address)).map(StoredObject::address).contains(address);
    int length = key.getBytes(UTF_8).length;
    assertThat(new String(store.read(address, 0, length), UTF_8)).isEqualTo(key);
    store.delete(address);
    assertThat(store.find(address)).isEmpty();
  }

  @Test
  void aMissingObjectIsCoded() {
    ObjectAddress address = address("missing");
    assertThat(store.find(address)).isEmpty();
    store.delete(address);
    assertThatThrownBy(() -> store.read(address))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.ASSET_NOT_FOUND))
        .hasMessageContaining(address.uri());
  }

  @Test
  void aStreamMayBeLeftBeforeItsEnd() throws Exception {
    ObjectAddress address = address("large");
    store.create(address, new byte[4 << 20], BYTES);
    for (int i = 0; i < 100; i++) {
      try (InputStream in = store.read(address)) {
        assertThat(in.read()).isZero();
      }
    }
  }

  @Test
  void anUnreachableStoreIsCodedAndRetryable() {
    S3Settings nowhere =
        new S3Settings("http://127.0.0.1:1", "us-east-1", "key", "secret", true, "shelf");
    try (S3ObjectStore unreachable = S3ObjectStore.open(nowhere)) {
      assertThatThrownBy(() -> unreachable.find(address("any")))
          .isInstanceOfSatisfying(
              LipstreamException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_UNAVAILABLE));
    }
  }

  private static ObjectAddress address(String key) {
    return new ObjectAddress(EmbeddedS3.BUCKET, key);
  }
}
