package io.lipstream.notification;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Lane;
import io.lipstream.event.Request;
import io.lipstream.field.RequestFields;
import io.lipstream.storage.ObjectAddress;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class RequestJsonTest {
  @Test
  void everyKindOfFieldIsRead() {
    Request request =
        read(
            """
            {"image_uri":"s3://in/a é.png","audio_uri":"https://example.org/a.wav","preset":null,
            "lane":"interactive","duration":2,"resolution":768,"dynamic_scale":1.1,
            "smooth_motion":false,"seed":7,"deadline":"2026-12-02T10:00:00Z","user_data":"{}"}""");
    assertThat(request.getTenant()).isEqualTo("acme");
    assertThat(request.getRequestId()).isEqualTo("given");
    assertThat(request.getImageUri()).isEqualTo("s3://in/a é.png");
    assertThat(request.getPreset()).isNull();
    assertThat(request.getLane()).isEqualTo(Lane.INTERACTIVE);
    assertThat(request.getDuration()).isEqualTo(2.0);
    assertThat(request.getMinResolution()).isEqualTo(768);
    assertThat(request.getSmoothMotion()).isFalse();
    assertThat(request.getDeadline()).isEqualTo(Instant.parse("2026-12-02T10:00:00Z"));
    assertThat(read(minimal("\"request_id\":\"own\",\"deadline\":5")).getRequestId())
        .isEqualTo("own");
  }

  @Test
  void everyAliasThatHttpTakesIsTakenHereToo() {
    RequestFields.ALIASES.forEach(
        (alias, name) -> {
          Map<String, String> values =
              new HashMap<>(
                  Map.of(
                      "image_uri",
                      "\"s3://in/a\"",
                      "audio_uri",
                      "\"s3://in/b\"",
                      "min_resolution",
                      "768"));
          values.put(alias, values.remove(name));
          String json =
              values.entrySet().stream()
                  .map(field -> "\"%s\":%s".formatted(field.getKey(), field.getValue()))
                  .collect(Collectors.joining(",", "{", "}"));

          Request request = read(json);

          assertThat(request.getImageUri()).as(json).isEqualTo("s3://in/a");
          assertThat(request.getAudioUri()).as(json).isEqualTo("s3://in/b");
          assertThat(request.getMinResolution()).as(json).isEqualTo(768);
        });
    assertThat(RequestFields.ALIASES).containsKeys("image_url", "audio_url", "resolution");
  }

  @Test
  void everyFaultIsToldOfAtOnce() {
    LipstreamException faults =
        catchThrowableOfType(
            LipstreamException.class,
            () ->
                read(
                    "{\"durration\":1,\"seed\":1.5,\"fps\":99999999999,\"lane\":\"x\",\"image_uri\":3}"));
    assertThat(faults.code()).isEqualTo(ErrorCode.UNKNOWN_PARAMETER);
    assertThat(faults)
        .hasMessageContaining("there is no parameter 'durration'; did you mean 'duration'?")
        .hasMessageContaining("seed is '1.5', expected a whole number")
        .hasMessageContaining("fps is '99999999999'")
        .hasMessageContaining("lane is 'x', expected")
        .hasMessageContaining("image_uri is '3', expected a text")
        .hasMessageContaining("audio_uri is missing");
  }

  @Test
  void anInstantBeyondMillisecondsIsAFault() {
    assertThatThrownBy(() -> read(minimal("\"deadline\":\"+1000000000-01-01T00:00:00Z\"")))
        .isInstanceOf(LipstreamException.class)
        .hasMessageContaining("deadline is '+1000000000-01-01T00:00:00Z', expected");
  }

  @Test
  void anotherTenantCannotBeNamed() {
    assertThatThrownBy(() -> read(minimal("\"tenant\":\"other\"")))
        .hasMessageContaining("tenant is 'other', expected 'acme'");
  }

  @Test
  void whatIsGivenTwiceOrIsNoObjectIsRefused() {
    assertThatThrownBy(() -> read(minimal("\"resolution\":512,\"min_resolution\":768")))
        .hasMessageContaining("min_resolution is given twice");
    for (String text : List.of("[]", "", "{\"seed\":1,\"seed\":2}", minimal("\"seed\":1") + "x")) {
      assertThat(catchThrowableOfType(LipstreamException.class, () -> read(text)).code())
          .as(text)
          .isEqualTo(ErrorCode.UNREADABLE_RECORD);
    }
  }

  @Test
  void whoseAnObjectIsAndWhatItMayStart() {
    Buckets buckets = new Buckets(List.of("in=acme", "shared=*"));
    assertThat(trigger(buckets, "in", "requests/a é.json"))
        .contains(
            new Trigger.RequestObject("acme", "a é", new ObjectAddress("in", "requests/a é.json")));
    assertThat(trigger(buckets, "shared", "t1/inbox/x/portrait.PNG"))
        .contains(new Trigger.PairMember("t1", "x", new ObjectAddress("shared", "t1/inbox/x/")));
    assertThat(trigger(buckets, "in", "inbox/x/audio.tar.gz")).isPresent();
    for (String key :
        List.of(
            "requests/a/b.json",
            "requests/.txt",
            "inbox/x/audio",
            "inbox/audio.wav",
            "inbox/x/y/audio.wav",
            "inbox/x/portrait./a",
            "t1/requests/a.json",
            "requests/.json")) {
      assertThat(trigger(buckets, "in", key)).as(key).isEmpty();
    }
    assertThat(trigger(buckets, "shared", "/requests/a.json")).isEmpty();
    assertThat(trigger(buckets, "other", "requests/a.json")).isEmpty();
    assertThatThrownBy(() -> new Buckets(List.of("in"))).hasMessageContaining("bucket=tenant");
  }

  @Test
  void aRequestIdNamesTheObjectAndFollowsFromItsContent() {
    String id = RequestIds.of("name", List.of("s3://in/a", "content"));
    assertThat(id).matches("name-[0-9a-f]{24}");
    assertThat(RequestIds.of("name", List.of("s3://in/a", "content"))).isEqualTo(id);
    assertThat(RequestIds.of("name", List.of("s3://in/a", "other"))).isNotEqualTo(id);
    assertThat(RequestIds.of("name", List.of("s3://in/ac", "ontent"))).isNotEqualTo(id);
    assertThat(RequestIds.of("\uD83D\uDE00".repeat(200), List.of())).hasSizeLessThan(160);
  }

  private static Optional<Trigger> trigger(Buckets buckets, String bucket, String key) {
    return buckets.trigger(new ObjectAddress(bucket, key));
  }

  private static String minimal(String more) {
    return "{\"image_uri\":\"s3://in/a\",\"audio_uri\":\"s3://in/b\"," + more + "}";
  }

  private static Request read(String json) {
    return RequestJson.read(json.getBytes(UTF_8), "acme", "given");
  }
}
