package io.lipstream.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.pipeline.JobTicket;
import io.lipstream.pipeline.RenderParameters;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectDescription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VideoPublisherTest {
  private static final String OUTPUT = "s3://videos/ein Film.mp4";
  private static final VideoFacts FACTS =
      new VideoFacts(5, "a".repeat(64), 512, 640, 25, 75, "OnnxRuntime/cpu", "b".repeat(64));

  @TempDir Path folder;
  private final ShelfInMemory shelf = new ShelfInMemory();
  private final VideoPublisher publisher = new VideoPublisher(shelf, "max-age=60");

  @Test
  void aVideoStandsWithAllThatIsKnownOfIt() throws IOException {
    PublishedVideo published = publisher.publish(job("job", "digest"), file("video"), FACTS);

    assertThat(published.facts()).isEqualTo(FACTS);
    ObjectDescription description =
        shelf.find(ObjectAddress.parse(OUTPUT)).orElseThrow().description();
    assertThat(description.contentType()).isEqualTo("video/mp4");
    assertThat(description.cacheControl()).isEqualTo("max-age=60");
    assertThat(description.metadata())
        .containsEntry("job-id", "job")
        .containsEntry("sha256", FACTS.sha256());
  }

  @Test
  void theFirstStoredObjectOfTheJobIsTheResultOfEveryAttempt() throws IOException {
    publisher.publish(job("job", "digest"), file("first"), FACTS);
    VideoFacts others =
        new VideoFacts(9, "c".repeat(64), 512, 640, 25, 75, "TensorRT/cuda", "b".repeat(64));

    PublishedVideo again = publisher.publish(job("job", "digest"), file("other bytes"), others);

    assertThat(again.facts()).isEqualTo(FACTS);
    assertThat(again.cacheControl()).isEqualTo("max-age=60");
    assertThat(shelf.read(ObjectAddress.parse(OUTPUT))).hasBinaryContent("first".getBytes(UTF_8));
  }

  @Test
  void anotherJobsObjectIsAConflict() throws IOException {
    publisher.publish(job("job", "digest"), file("first"), FACTS);

    assertConflict(job("other job", "digest"));
    assertConflict(job("job", "other digest"));
  }

  @Test
  void anObjectThatLipstreamDidNotWriteIsAConflict() {
    shelf.create(ObjectAddress.parse(OUTPUT), new byte[1], ObjectDescription.of("application/pdf"));

    assertConflict(job("job", "digest"));
  }

  @Test
  void onlyTheJobsOwnVideoIsFound() throws IOException {
    assertThat(publisher.standing(job("job", "digest"))).isEmpty();
    publisher.publish(job("job", "digest"), file("first"), FACTS);

    assertThat(publisher.standing(job("job", "digest"))).isPresent();
    assertThat(publisher.standing(job("other job", "digest"))).isEmpty();
  }

  private void assertConflict(JobTicket job) {
    assertThatThrownBy(() -> publisher.publish(job, file("bytes"), FACTS))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(ErrorCode.OUTPUT_CONFLICT);
              assertThat(failure).hasMessageContaining(OUTPUT);
            });
  }

  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("video.mp4"), content);
  }

  private static JobTicket job(String jobId, String requestDigest) {
    return new JobTicket(
        jobId,
        1,
        "tenant",
        requestDigest,
        "BULK",
        "s3://assets/i",
        "s3://assets/v",
        OUTPUT,
        Double.NaN,
        RenderParameters.defaults(),
        "",
        Double.POSITIVE_INFINITY,
        "",
        0,
        Long.MAX_VALUE);
  }
}
