package io.lipstream.cloudevent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lipstream.event.Completion;
import io.lipstream.event.JobError;
import io.lipstream.event.JobState;
import io.lipstream.event.Parameters;
import io.lipstream.event.Timings;
import io.lipstream.event.VideoObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;

final class CloudEventTest {
  private static final Instant ENDED = Instant.parse("2026-12-02T10:11:12.345Z");

  @Test
  void everyFieldStandsInTheJsonUnderItsName() throws Exception {
    JsonNode json = new ObjectMapper().readTree(CompletionJson.of(completed()));
    assertNames(json, Completion.getClassSchema());
    assertNames(json.get("video"), VideoObject.getClassSchema());
    assertNames(json.get("timings"), Timings.getClassSchema());
    assertNames(json.get("parameters"), Parameters.getClassSchema());
  }

  @Test
  void theJsonSaysWhatTheEventSays() throws Exception {
    JsonNode json = new ObjectMapper().readTree(CompletionJson.of(completed()));
    assertThat(json.get("state").textValue()).isEqualTo("COMPLETED");
    assertThat(json.get("completed_at").longValue()).isEqualTo(ENDED.toEpochMilli());
    assertThat(json.get("user_data").textValue()).isEqualTo("é \"quoted\" \uD83D\uDE00");
    assertThat(json.get("engine").isNull()).isTrue();
    assertThat(json.get("errors").isArray()).isTrue();
    assertThat(json.get("video").get("duration").doubleValue()).isEqualTo(2.5);
    assertThat(json.get("video").get("size").longValue()).isEqualTo(5_000_000_000L);
    assertThat(json.get("parameters").get("smooth_motion").isBoolean()).isTrue();
    assertThat(json.get("warnings").get(1).textValue()).isEqualTo("second");
  }

  @Test
  void everyErrorOfARefusalIsInTheJson() throws Exception {
    Completion refused =
        Completion.newBuilder(completed())
            .setState(JobState.REJECTED)
            .setVideo(null)
            .setErrors(List.of(error("INVALID_PARAMETER"), error("UNKNOWN_PRESET")))
            .build();
    JsonNode json = new ObjectMapper().readTree(CompletionJson.of(refused));
    assertThat(json.get("video").isNull()).isTrue();
    assertThat(json.get("errors").findValuesAsText("code"))
        .containsExactly("INVALID_PARAMETER", "UNKNOWN_PRESET");
  }

  @Test
  void theAttributesFollowFromTheCompletion() {
    assertThat(CloudEvent.attributes(completed()))
        .isEqualTo(
            Map.of(
                "specversion", "1.0",
                "id", "job/completion",
                "source", "/lipstream/ingest",
                "type", "io.lipstream.job.completed",
                "time", "2026-12-02T10:11:12.345Z",
                "subject", "job"));
  }

  @Test
  void theHeadersOfARecordAreNamedAsTheKafkaBindingSays() {
    assertThat(CloudEvent.headersOfJson(completed()).toArray())
        .extracting(Header::key)
        .containsExactlyInAnyOrder(
            "ce_specversion",
            "ce_id",
            "ce_source",
            "ce_type",
            "ce_time",
            "ce_subject",
            "content-type");
    assertThat(CloudEvent.headers(completed()).lastHeader("ce_subject").value())
        .isEqualTo("job".getBytes(UTF_8));
    assertThat(CloudEvent.headers(completed()).lastHeader("content-type")).isNull();
  }

  private static void assertNames(JsonNode json, Schema schema) {
    assertThat(json.fieldNames())
        .toIterable()
        .containsExactlyElementsOf(schema.getFields().stream().map(Schema.Field::name).toList());
  }

  private static JobError error(String code) {
    return JobError.newBuilder().setCode(code).setMessage("why").build();
  }

  private static Completion completed() {
    return Completion.newBuilder()
        .setEventId("job/completion")
        .setJobId("job")
        .setTenant("tenant")
        .setRequestId("request")
        .setState(JobState.COMPLETED)
        .setAcceptedAt(ENDED.minusSeconds(9))
        .setCompletedAt(ENDED)
        .setUserData("é \"quoted\" \uD83D\uDE00")
        .setWarnings(List.of("first", "second"))
        .setTimings(Timings.newBuilder().build())
        .setParameters(Parameters.newBuilder().build())
        .setVideo(
            VideoObject.newBuilder()
                .setBucket("b")
                .setKey("k.mp4")
                .setSize(5_000_000_000L)
                .setSha256("0".repeat(64))
                .setDuration(2.5)
                .setWidth(2)
                .setHeight(2)
                .setFps(25)
                .setFrames(1)
                .build())
        .build();
  }
}
