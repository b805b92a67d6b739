package io.lipstream.local.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.local.example.RequestProducer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.S3Client;

final class LocalStackRestartTest {
  private static final byte[] CONTENT = {1};

  @Test
  void aStackThatStartsAgainOnItsFolderHasWhatItHad(@TempDir Path data) throws Exception {
    String request;
    try (LocalStack first = LocalStack.start(StackOptions.in(data), CountingJob::build);
        S3Client s3 = new StackProbe(first.addresses()).s3()) {
      CountingJob.forget();
      CountingJob.awaitCheckpointed();
      request =
          RequestProducer.send(
              first.addresses().kafka(), first.addresses().registry(), "s3://a/b", "s3://a/c");
      assertThat(StackProbe.create(s3, "kept.mp4", CONTENT)).isTrue();
    }
    assertThat(LocalStack.running(data)).isEmpty();
    CountingJob.forget();
    try (LocalStack second = LocalStack.start(StackOptions.in(data), CountingJob::build);
        S3Client s3 = new StackProbe(second.addresses()).s3()) {
      assertThat(CountingJob.awaitFirst()).isPositive();
      assertThat(new StackProbe(second.addresses()).committedRequests()).containsExactly(request);
      assertThat(StackProbe.create(s3, "kept.mp4", CONTENT)).isFalse();
    }
  }
}
