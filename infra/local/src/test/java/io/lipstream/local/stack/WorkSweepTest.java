package io.lipstream.local.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WorkSweepTest {
  private static final Instant NOW = Instant.parse("2026-01-10T00:00:00Z");
  @TempDir private Path bucket;

  @Test
  void onlyWhatIsOldAndUnderWorkGoes() throws IOException {
    Path old = object("work/job-1/0.h264", Duration.ofDays(8));
    Path young = object("work/job-2/0.h264", Duration.ofDays(6));
    Path besideWork = object("other/old", Duration.ofDays(80));
    WorkSweep.sweep(bucket, NOW);
    assertThat(old).doesNotExist();
    assertThat(young).exists();
    assertThat(besideWork).exists();
  }

  @Test
  void aBucketThatIsNotThereYetIsFine() {
    WorkSweep.sweep(bucket.resolve("none"), NOW);
    assertThat(bucket.resolve("none")).doesNotExist();
  }

  private Path object(String key, Duration age) throws IOException {
    Path file = bucket.resolve(key);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "x");
    Files.setLastModifiedTime(file, FileTime.from(NOW.minus(age)));
    Files.setLastModifiedTime(file.getParent(), FileTime.from(NOW.minus(age)));
    return file;
  }
}
