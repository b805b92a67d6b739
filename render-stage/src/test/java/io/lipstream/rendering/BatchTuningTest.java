package io.lipstream.rendering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.batching.Batch;
import io.lipstream.batching.BatchLimits;
import io.lipstream.batching.BatchMeter;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class BatchTuningTest {
  private static final BatchLimits CONFIGURED =
      new BatchLimits(List.of(1, 2, 4, 8), 1_000, Duration.ofMillis(5), Duration.ofMillis(50));

  @TempDir private Path folder;
  private final BlockingQueue<BatchLimits> taken = new LinkedBlockingQueue<>();
  private long changes;

  @Test
  void whatTheFileHoldsCountsUntilItIsGone() throws Exception {
    write("render.batch-delay-ms=20");
    try (BatchTuning tuning = tuning()) {
      assertThat(next()).isEqualTo(limits(List.of(1, 2, 4, 8), 20));
      write("render.batch-sizes=1,2\nrender.batch-delay-ms=0");
      assertThat(next()).isEqualTo(limits(List.of(1, 2), 0));
      Files.delete(file());
      assertThat(next()).isEqualTo(CONFIGURED);
      assertThat(tuning).isNotNull();
    }
  }

  @Test
  void whatCannotBeLeavesTheLimitsAndTheNextChangeIsTaken() throws Exception {
    try (BatchTuning tuning = tuning()) {
      assertThat(next()).isEqualTo(CONFIGURED);
      write("render.batch-sizes=1,16");
      assertThat(taken.poll(2_500, TimeUnit.MILLISECONDS)).isNull();
      write("render.batch-delay-ms=7");
      assertThat(next()).isEqualTo(limits(List.of(1, 2, 4, 8), 7));
      assertThat(tuning).isNotNull();
    }
  }

  @Test
  void whatCannotBeAtTheStartIsRefusedInOneLine() throws Exception {
    for (Map.Entry<String, String> wrong :
        Map.of(
                "render.batch-delay=3", "did you mean 'render.batch-delay-ms'",
                "render.batch-sizes=1,16", "is '1,16', expected sizes of [1, 2, 4, 8]",
                "render.batch-delay-ms=soon", "is 'soon', expected a whole number",
                "render.batch-cost=0", "cost 0")
            .entrySet()) {
      write(wrong.getKey());
      assertThatThrownBy(this::tuning)
          .isInstanceOfSatisfying(
              LipstreamException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID))
          .hasMessageContaining(wrong.getValue())
          .extracting(Throwable::getMessage)
          .asString()
          .doesNotContain("\n");
    }
  }

  @Test
  void framesThatWaitForOthersGoOnceTheDelayIsTakenBack() throws Exception {
    BatchingSettings settings =
        BatchingSettings.from(
            Settings.parse(
                BatchingSettings.SETTINGS,
                Map.of(
                    "render.batch-delay-ms",
                    "3600000",
                    "render.batch-tuning-file",
                    file().toString())));
    BlockingQueue<Integer> sizes = new LinkedBlockingQueue<>();
    BatchMeter meter =
        new BatchMeter() {
          @Override
          public void closed(Batch<?> batch, Duration waited) {
            sizes.add(batch.items().size());
          }
        };
    try (FrameBatcher batcher =
            new FrameBatcher(Portraits.BUNDLE, Portraits.ENGINE, settings, meter);
        FaceRenderer renderer =
            new FaceRenderer(
                Portraits.BUNDLE, Portraits.ENGINE, Optional.of(batcher), FrameMeter.NONE)) {
      Scene scene = renderer.prepare(Portraits.astronautFace(128));
      CompletableFuture<Void> rendering =
          CompletableFuture.runAsync(() -> renderer.render(scene, Motions.speech(3), frame -> {}));
      assertThat(sizes.poll(1, TimeUnit.SECONDS)).as("an hour has not passed").isNull();
      write("render.batch-delay-ms=0\nrender.batch-sizes=1");
      rendering.get(30, TimeUnit.SECONDS);
    }
    assertThat(sizes).containsExactly(1, 1, 1);
  }

  private BatchTuning tuning() {
    return new BatchTuning(file(), CONFIGURED, taken::add);
  }

  private BatchLimits next() throws InterruptedException {
    BatchLimits next = taken.poll(10, TimeUnit.SECONDS);
    assertThat(next).isNotNull();
    return next;
  }

  private static BatchLimits limits(List<Integer> sizes, long delayMillis) {
    return new BatchLimits(
        sizes, CONFIGURED.cost(), Duration.ofMillis(delayMillis), CONFIGURED.ageing());
  }

  private Path file() {
    return folder.resolve("tuning.properties");
  }

  /** Each change with a time of its own, however coarse the file system's clock is. */
  private void write(String text) throws IOException {
    Path next = Files.writeString(folder.resolve("next"), text);
    Files.setLastModifiedTime(next, FileTime.fromMillis(1_000_000_000_000L + 1_000 * ++changes));
    Files.move(
        next,
        file(),
        java.nio.file.StandardCopyOption.ATOMIC_MOVE,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }
}
