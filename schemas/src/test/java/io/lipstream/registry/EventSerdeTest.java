package io.lipstream.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Lane;
import io.lipstream.event.Request;
import io.lipstream.topic.Topic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.BeforeProperty;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EventSerdeTest {
  private static final String REGISTRY = "mock://event-serde";
  private static final String TOPIC = Topic.REQUESTS.topicName();
  private static final Request REQUEST =
      Request.newBuilder()
          .setRequestId("r 1 – ü")
          .setTenant("acme")
          .setImageUri("s3://assets/a.jpg")
          .setAudioUri("https://example.com/a.wav")
          .setLane(Lane.INTERACTIVE)
          .setDuration(1.25)
          .setDeadline(Instant.ofEpochMilli(1_700_000_000_123L))
          .build();

  private final EventSerializer<Request> serializer =
      new EventSerializer<>(REGISTRY, Request.class);
  private final EventDeserializer<Request> deserializer =
      new EventDeserializer<>(REGISTRY, Request.class);

  @BeforeEach
  @BeforeProperty
  void register() {
    SchemaRegistration.register(REGISTRY);
  }

  @Test
  void readsWhatWasWritten() {
    assertThat(deserializer.deserialize(TOPIC, serializer.serialize(TOPIC, REQUEST)))
        .isEqualTo(REQUEST);
  }

  @Test
  void framesWithAZeroByteAndTheIdOfTheTopicsSubject() {
    byte[] bytes = serializer.serialize(TOPIC, REQUEST);
    int id =
        new ConfluentRegistry(REGISTRY)
            .idOf("lipstream.requests-value", RegisteredText.of(Request.getClassSchema()));
    assertThat(bytes[0]).isZero();
    assertThat(ByteBuffer.wrap(bytes, 1, 4).getInt()).isEqualTo(id);
  }

  @Test
  void passesTombstonesOn() {
    assertThat(serializer.serialize(TOPIC, null)).isNull();
    assertThat(deserializer.deserialize(TOPIC, null)).isNull();
  }

  @Test
  void neverRegistersASchema() {
    assertThatThrownBy(() -> serializer.serialize("somewhere.else", REQUEST))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID))
        .hasMessageContaining("somewhere.else-value");
    assertThatThrownBy(
            () ->
                new ConfluentRegistry(REGISTRY)
                    .idOf("somewhere.else-value", RegisteredText.of(Request.getClassSchema())))
        .isInstanceOf(LipstreamException.class);
  }

  @Test
  void looksAgainOnceTheSchemaIsThere() {
    assertThatThrownBy(() -> serializer.serialize("late", REQUEST))
        .isInstanceOf(LipstreamException.class);
    new ConfluentRegistry(REGISTRY)
        .register("late-value", RegisteredText.of(Request.getClassSchema()));
    assertThat(serializer.serialize("late", REQUEST)).isNotEmpty();
  }

  @Test
  void readsWhatAnotherVersionWrote() throws IOException {
    Schema newer =
        SchemaBuilder.record("Request")
            .namespace("io.lipstream.event")
            .fields()
            .requiredString("tenant")
            .requiredString("request_id")
            .requiredString("image_uri")
            .requiredString("audio_uri")
            .optionalString("colour_of_the_sky")
            .endRecord();
    ConfluentRegistry registry = new ConfluentRegistry(REGISTRY);
    registry.register("newer-value", newer.toString());
    int id = registry.idOf("newer-value", newer.toString());
    GenericRecord record = new GenericData.Record(newer);
    record.put("tenant", "acme");
    record.put("request_id", "r1");
    record.put("image_uri", "s3://b/i");
    record.put("audio_uri", "s3://b/a");
    record.put("colour_of_the_sky", "blue");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(ByteBuffer.allocate(5).putInt(1, id).array());
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
    new GenericDatumWriter<GenericRecord>(newer).write(record, encoder);

    Request read = deserializer.deserialize(TOPIC, bytes.toByteArray());

    assertThat(read.getTenant()).isEqualTo("acme");
    assertThat(read.getAudioUri()).isEqualTo("s3://b/a");
    assertThat(read.getFps()).isNull();
  }

  @Test
  void refusesEveryTruncation() {
    byte[] whole = serializer.serialize(TOPIC, REQUEST);
    IntStream.range(0, whole.length)
        .forEach(length -> assertUnreadable(Arrays.copyOf(whole, length)));
  }

  @Test
  void refusesTrailingBytes() {
    byte[] whole = serializer.serialize(TOPIC, REQUEST);
    assertUnreadable(Arrays.copyOf(whole, whole.length + 1));
  }

  @Test
  void refusesAnUnknownSchemaId() {
    byte[] bytes = serializer.serialize(TOPIC, REQUEST);
    ByteBuffer.wrap(bytes).putInt(1, 987_654);
    assertUnreadable(bytes);
  }

  @Test
  void refusesALengthThatTheRecordCannotHaveWithoutMakingRoomForIt() {
    byte[] bytes = Arrays.copyOf(serializer.serialize(TOPIC, REQUEST), 64);
    byte[] hugeLength = {(byte) 0xFE, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x07};
    System.arraycopy(hugeLength, 0, bytes, 5, hugeLength.length);
    assertUnreadable(bytes);
  }

  @Property(tries = 500)
  void neverFailsOtherwiseThanAsUnreadable(@ForAll @Size(max = 60) byte[] payload) {
    byte[] bytes = Arrays.copyOf(serializer.serialize(TOPIC, REQUEST), 5 + payload.length);
    System.arraycopy(payload, 0, bytes, 5, payload.length);
    try {
      deserializer.deserialize(TOPIC, bytes);
    } catch (LipstreamException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.UNREADABLE_RECORD);
    }
  }

  @Test
  void tellsAnOutageFromABadRecord() {
    EventDeserializer<Request> cutOff =
        new EventDeserializer<>("http://user:secret@localhost:1", Request.class);
    byte[] bytes = serializer.serialize(TOPIC, REQUEST);
    assertThatThrownBy(() -> cutOff.deserialize(TOPIC, bytes))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.REGISTRY_UNAVAILABLE))
        .hasMessageNotContaining("secret");
  }

  private void assertUnreadable(byte[] bytes) {
    assertThatThrownBy(() -> deserializer.deserialize(TOPIC, bytes))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.UNREADABLE_RECORD));
  }
}
