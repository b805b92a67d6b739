package io.lipstream.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.event.Completion;
import io.lipstream.event.JobState;
import io.lipstream.registry.ReleasedSchemas;
import io.lipstream.topic.Topic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificDatumWriter;
import org.junit.jupiter.api.Test;

final class RowsTest {
  private static final Completion COMPLETION =
      Completion.newBuilder()
          .setEventId("event")
          .setJobId("job")
          .setTenant("acme")
          .setRequestId("r")
          .setState(JobState.CANCELLED)
          .setAcceptedAt(Instant.ofEpochMilli(1))
          .setCompletedAt(Instant.ofEpochMilli(2))
          .build();

  @Test
  void aRowReadsTheCompletionThatAnyReleaseWrote() throws IOException {
    for (Schema release : ReleasedSchemas.of(Topic.COMPLETIONS.valueSubject())) {
      JobRow row =
          JobRow.newBuilder()
              .setJobId("job")
              .setTenant("acme")
              .setRequestId("r")
              .setRequestDigest("digest")
              .setState(JobState.CANCELLED.name())
              .setAcceptedAt(1)
              .setCompletion(writtenBy(release))
              .build();
      assertThat(Rows.completion(row)).contains(COMPLETION);
    }
  }

  private static ByteBuffer writtenBy(Schema release) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    new SpecificDatumWriter<>(Completion.class).write(COMPLETION, encoder);
    encoder.flush();
    GenericRecord record =
        new GenericDatumReader<GenericRecord>(Completion.getClassSchema(), release)
            .read(null, DecoderFactory.get().binaryDecoder(bytes.toByteArray(), null));
    return new BinaryMessageEncoder<GenericRecord>(new GenericData(), release).encode(record);
  }
}
