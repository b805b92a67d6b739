package io.lipstream.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.ledger.JobRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.kafka.common.serialization.Serde;
import org.junit.jupiter.api.Test;

final class JobRowSerdeTest {
  private static final JobRow ROW =
      JobRow.newBuilder()
          .setJobId("0123456789abcdef0123456789abcdef")
          .setTenant("tenant")
          .setRequestId("Anfrage 1, ä")
          .setRequestDigest("digest")
          .setState("QUEUED")
          .setAcceptedAt(1_700_000_000_000L)
          .setCost(12.5)
          .setJob(ByteBuffer.wrap(new byte[] {1, 2, 3}))
          .setAssets(List.of("s3://bucket/portrait.png", "s3://bucket/voice.wav"))
          .build();

  private final Serde<JobRow> serde = JobRowSerde.create();

  @Test
  void writesAvrosSingleObjectEncoding() throws IOException {
    assertThat(ByteBuffer.wrap(serde.serializer().serialize("rows", ROW)))
        .isEqualTo(ROW.toByteBuffer());
  }

  @Test
  void readsWhatItHasWritten() {
    byte[] bytes = serde.serializer().serialize("rows", ROW);
    assertThat(serde.deserializer().deserialize("rows", bytes)).isEqualTo(ROW);
  }
}
