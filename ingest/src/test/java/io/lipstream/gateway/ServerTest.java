package io.lipstream.gateway;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lipstream.admission.RequestIdentity;
import io.lipstream.error.ErrorCode;
import io.lipstream.event.CommandKind;
import io.lipstream.event.JobState;
import io.lipstream.event.Request;
import io.lipstream.field.RequestFields;
import io.lipstream.gateway.HttpCalls.Reply;
import io.lipstream.ledger.Samples;
import io.lipstream.settings.Settings;
import io.lipstream.storage.Digest;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every route over a real connection, the ledger real, only Kafka and S3 in memory. */
@Timeout(30)
final class ServerTest {
  private static final byte[] WAVE =
      "RIFF$\0\0\0WAVEfmt \20\0\0\0\1\0\1\0\u0080>\0\0\0}\0\0\2\0\20\0data\0\0\0\0"
          .getBytes(ISO_8859_1);
  private static final byte[] PORTRAIT = {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0};

  /** What clients of today's services send, word for word. */
  private static final String JSON_CLIENT =
      """
      {
        "audio_url": "https://example.com/speech.wav",
        "image_url": "https://example.com/portrait.jpg",
        "duration": 15,
        "min_resolution": 512,
        "expand_ratio": 0.5,
        "inference_steps": 25,
        "dynamic_scale": 1.0,
        "motion_scale": 1.0
      }
      """;

  @TempDir Path folder;
  private final LedgerInMemory ledger = new LedgerInMemory();
  private final ShelfInMemory shelf = new ShelfInMemory();
  private Server server;
  private HttpCalls calls;
  private int links;
  private BooleanSupplier alive = () -> true;

  private void start(String... settings) {
    Map<String, String> given = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      given.put(settings[i], settings[i + 1]);
    }
    Backing backing =
        new Backing(
            ledger,
            new RowNews(),
            null,
            ledger,
            shelf,
            (address, lifetime) ->
                "https://store/%s?e=%d&n=%d"
                    .formatted(address.key(), lifetime.toSeconds(), ++links),
            () -> alive.getAsBoolean(),
            () -> false,
            text -> text.append("kafka_test 1\n"));
    server =
        Server.start(
            GatewaySettings.from(Settings.parse(GatewaySettings.SETTINGS, given)),
            LedgerInMemory.TERMS,
            backing);
    calls = new HttpCalls(server.port());
  }

  @AfterEach
  void close() {
    if (server != null) {
      server.close();
    }
  }

  private static Map<String, Object> formOfToday() {
    Map<String, Object> form = new LinkedHashMap<>();
    form.put("audio", WAVE);
    form.put("image", PORTRAIT);
    form.put("duration", "15");
    form.put("resolution", "1024");
    return form;
  }

  @Test
  void aFormOfTodaysClientsIsTaken() {
    start();

    Reply reply = calls.form("/generate", formOfToday());

    assertThat(reply.status()).isEqualTo(202);
    String id = reply.json().get("task_id").textValue();
    assertThat(RequestIdentity.isJobId(id)).isTrue();
    assertThat(reply.header("Location")).isEqualTo("/tasks/" + id);
    assertThat(reply.json().get("state").textValue()).isEqualTo("QUEUED");
    Request request = ledger.requests.get(0);
    assertThat(request.getDuration()).isEqualTo(15);
    assertThat(request.getMinResolution()).isEqualTo(1024);
    String uploads = "s3://lipstream-assets/uploads/default/" + id + "/";
    assertThat(request.getAudioUri()).isEqualTo(uploads + Digest.of(WAVE) + ".wav");
    assertThat(request.getImageUri()).isEqualTo(uploads + Digest.of(PORTRAIT) + ".png");
    assertThat(shelf.objects)
        .containsEntry(request.getAudioUri(), WAVE)
        .containsEntry(request.getImageUri(), PORTRAIT);
    assertThat(calls.get("/tasks/" + id).json().get("state").textValue()).isEqualTo("QUEUED");
  }

  @Test
  void aJsonBodyOfTodaysClientsIsTaken() {
    start("http.generate.async-status", "201");

    Reply reply = calls.post("/generate", JSON_CLIENT, "Content-Type", "application/json");

    assertThat(reply.status()).isEqualTo(201);
    assertThat(reply.json().get("task_id").textValue()).isNotEmpty();
    Request request = ledger.requests.get(0);
    assertThat(request.getAudioUri()).isEqualTo("https://example.com/speech.wav");
    assertThat(request.getImageUri()).isEqualTo("https://example.com/portrait.jpg");
    assertThat(request.getExpandRatio()).isEqualTo(0.5);
    assertThat(request.getInferenceSteps()).isEqualTo(25);
  }

  @Test
  void clientsThatExpectTheVideoAtOnceGetIt() {
    start("http.generate.default-wait", "20");
    String id = RequestIdentity.jobId("default", "one");
    CompletableFuture<Reply> answer =
        CompletableFuture.supplyAsync(
            () -> calls.post("/generate", JSON_CLIENT, "Idempotency-Key", "one"));
    awaitState(id, "QUEUED");

    ledger.report(Samples.success(id, 1));

    Reply reply = answer.join();
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().get("task_id").textValue()).isEqualTo(id);
    assertThat(reply.json().get("video_url").textValue())
        .startsWith("https://store/videos/acme/" + id + ".mp4?e=3600");
    assertThat(reply.json().get("video_url_expires_at").textValue()).isNotEmpty();
  }

  @Test
  void aVideoThatCannotBeMadeIsAProblemForWhoWaitsForIt() {
    start();
    String id = RequestIdentity.jobId("default", "one");
    CompletableFuture<Reply> answer =
        CompletableFuture.supplyAsync(
            () -> calls.post("/generate?wait=20", JSON_CLIENT, "Idempotency-Key", "one"));
    awaitState(id, "QUEUED");

    ledger.report(Samples.failure(id, 1, ErrorCode.FACE_NOT_FOUND));

    Reply reply = answer.join();
    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.json().get("code").textValue()).isEqualTo("FACE_NOT_FOUND");
    assertThat(reply.json().get("task_id").textValue()).isEqualTo(id);
  }

  @ParameterizedTest
  @CsvSource({
    "ASSET_UNAVAILABLE, 502",
    "ASSET_TIMEOUT, 504",
    "ASSET_NOT_FOUND, 422",
    "ENGINE_FAILED, 500",
  })
  void aTaskThatFailedIsFoundAndWhoWaitsIsToldWhoseServerFailed(ErrorCode code, int status) {
    start();
    String id = RequestIdentity.jobId("default", "one");
    calls.post("/generate", JSON_CLIENT, "Idempotency-Key", "one");
    for (int attempt = 1; attempt <= 3; attempt++) {
      ledger.report(Samples.failure(id, attempt, code));
    }

    Reply found = calls.get("/tasks/" + id + "?wait=5");
    assertThat(found.status()).isEqualTo(200);
    assertThat(found.json().get("state").textValue()).isEqualTo("FAILED");
    assertThat(found.json().get("errors").findValuesAsText("code")).containsExactly(code.name());
    assertThat(calls.post("/generate?wait=5", JSON_CLIENT, "Idempotency-Key", "one").status())
        .isEqualTo(status);
  }

  @Test
  void everyFaultIsSaidAtOnce() {
    start();

    Reply reply =
        calls.post(
            "/generate",
            """
            {"image_uri": "ftp://x/y", "min_resolutoin": 512, "fps": "many", "seed": -1,
             "expand_ratio": 7, "preset": "hd-shrot"}
            """);

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
    JsonNode problem = reply.json();
    assertThat(problem.get("type").textValue())
        .isEqualTo("/errors#" + problem.get("code").textValue());
    assertThat(problem.get("status").intValue()).isEqualTo(400);
    assertThat(problem.get("retryable").booleanValue()).isFalse();
    assertThat(problem.get("violations").findValuesAsText("message"))
        .satisfiesExactlyInAnyOrder(
            one -> assertThat(one).contains("'min_resolutoin'; did you mean 'min_resolution'"),
            one -> assertThat(one).startsWith("fps is 'many', expected a whole number"),
            one -> assertThat(one).startsWith("audio_url is missing"),
            one -> assertThat(one).startsWith("image_uri is 'ftp://x/y'"),
            one -> assertThat(one).startsWith("expand_ratio is '7.0'"),
            one -> assertThat(one).startsWith("seed is '-1'"),
            one -> assertThat(one).contains("did you mean 'hd-short'"));
    assertThat(ledger.requests).isEmpty();
  }

  @Test
  void everyRouteSaysEveryFaultAtOnce() throws IOException {
    Path keys =
        Files.writeString(
            folder.resolve("keys"), "a %s\n".formatted(Digest.of("k".getBytes(UTF_8))));
    start("http.api-keys-file", keys.toString());
    String[] headers = {"X-API-Key", "k", "Idempotency-Key", "x"};
    String wrong = "\"tenant\": \"b\", \"request_id\": \"y\", \"fps\": 7, \"colour\": 1";
    Map<String, Object> form = formOfToday();
    form.putAll(Map.of("tenant", "b", "request_id", "y", "fps", "7", "colour", "1", "image", WAVE));
    String id = "/tasks/" + RequestIdentity.jobId("a", "x");
    String query = "?wait=never&wiat=1";
    String[] ofARequest = {"'wiat'", "wait is 'never'", "tenant is 'b'", "'x'", "fps", "'colour'"};

    assertFaults(calls.post("/generate" + query, "{" + wrong + "}", headers), ofARequest)
        .contains("image_url is missing", "audio_url is missing");
    assertFaults(calls.form("/generate" + query, form, headers), ofARequest).contains("image is ");
    assertFaults(calls.post("/generate" + query, "{", headers), "'wiat'", "wait is", "no JSON");
    assertFaults(
        calls.post(
            "/batches?wait=1",
            "{\"portraits\": [], \"scripts\": [1], \"image_url\": \"a\", \"audio_uri\": \"b\","
                + " \"output_uri\": \"s3://a/b\", "
                + wrong
                + "}",
            headers),
        "'wait'",
        "portraits is '[]'",
        "scripts[0] is '1'",
        "'image_url'",
        "'audio_uri'",
        "output_uri is given",
        "tenant is 'b'",
        "'x'",
        "fps",
        "'colour'");
    assertFaults(
        calls.post(
            "/batches",
            "{\"portraits\": [%s], \"scripts\": [%s], \"fps\": 7}"
                .formatted(addresses(40), addresses(30)),
            "X-API-Key",
            "k",
            "Idempotency-Key",
            "x".repeat(101)),
        "request_id is 'xxx",
        "40 portraits and 30 scripts",
        "fps");
    assertFaults(
        calls.get("/tasks?state=LOST&limit=0&tenant=b&statte=1", headers),
        "state is 'LOST'",
        "limit is '0'",
        "tenant is 'b'",
        "'statte'");
    assertFaults(calls.get(id + query, headers), "'wiat'", "wait is 'never'");
    assertFaults(calls.delete(id + "?purge=1&purgee=true", headers), "purge is '1'", "'purgee'");
    assertFaults(calls.get("/presets?a=1&b=2"), "'a'", "'b'");
    assertThat(ledger.requests).isEmpty();
    assertThat(shelf.addresses()).isEmpty();
  }

  private static String addresses(int count) {
    return String.join(",", Collections.nCopies(count, "\"https://example.com/a\""));
  }

  private static AbstractStringAssert<?> assertFaults(Reply reply, String... faults) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(400);
    List<String> messages = reply.json().get("violations").findValuesAsText("message");
    for (String fault : faults) {
      assertThat(messages).anyMatch(message -> message.contains(fault));
    }
    return assertThat(String.join("\n", messages));
  }

  @Test
  void aFileIsWhatItsBytesSay() {
    start();
    Map<String, Object> form = formOfToday();
    form.put("image", "no picture at all".getBytes(UTF_8));
    form.put("audio", PORTRAIT);

    Reply reply = calls.form("/generate", form);

    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.json().get("violations").findValuesAsText("code"))
        .containsExactlyInAnyOrder("IMAGE_UNREADABLE", "AUDIO_UNREADABLE");
    assertThat(shelf.addresses()).isEmpty();
  }

  @Test
  void faultsOfFilesAndOfFieldsAreSaidTogether() {
    start();
    Map<String, Object> form = formOfToday();
    form.put("image", "no picture at all".getBytes(UTF_8));
    form.put("audio_uri", "s3://lipstream-assets/a.wav");
    form.put("video", WAVE);
    form.put("fps", "7");
    form.put("colour", "red");

    Reply reply = calls.form("/generate", form);

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.json().get("violations").findValuesAsText("message"))
        .satisfiesExactlyInAnyOrder(
            one -> assertThat(one).startsWith("there is no parameter 'colour'"),
            one -> assertThat(one).startsWith("fps is '7'"),
            one -> assertThat(one).startsWith("there is no file 'video'"),
            one -> assertThat(one).startsWith("audio_uri is given beside the file audio"),
            one -> assertThat(one).startsWith("image is 17 bytes of "));
    assertThat(shelf.addresses()).isEmpty();
  }

  @Test
  void whatAFormLacksIsNamedAsAFormHasIt() {
    start();

    Reply texts =
        calls.form(
            "/generate",
            Map.of("image", "https://example.com/a.png", "audio", "b", "resolution", "1"));
    Reply none = calls.form("/generate", Map.of("fps", "25"));
    Reply both = calls.form("/generate", with(formOfToday(), "image_url", "https://example.com/a"));

    assertThat(texts.json().get("violations").findValuesAsText("message"))
        .containsExactlyInAnyOrder(
            "resolution is '1', expected 128 to 2048 pixels",
            "image is a text, expected a file (curl -F image=@FILE); an address is given as image_url",
            "audio is a text, expected a file (curl -F audio=@FILE); an address is given as audio_url");
    assertThat(none.json().get("violations").findValuesAsText("message"))
        .containsExactlyInAnyOrder(
            "image is missing, expected a file, or its address as image_url",
            "audio is missing, expected a file, or its address as audio_url");
    assertThat(both.json().get("violations").findValuesAsText("message"))
        .containsExactly("image_url is given beside the file image, expected one of them");
    assertThat(List.of(texts.status(), none.status(), both.status())).containsOnly(400);
  }

  @Test
  void aTenantThatCanBeNoneIsOneFaultAndShowsNoAddressOfOurs() {
    start();
    for (String tenant : List.of("../x", "", "a/b", ".hidden")) {
      Reply reply = calls.form("/generate", with(formOfToday(), "tenant", tenant));

      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.json().get("violations").findValuesAsText("message"))
          .singleElement()
          .satisfies(
              one -> assertThat(one).startsWith("tenant is '" + tenant + "', expected 1 to 64"));
    }
    assertThat(shelf.addresses()).isEmpty();
  }

  @Test
  void privateAddressesAreRefusedAtTheDoorUnderTheNameThatWasSent() {
    start();

    Reply reply =
        calls.post(
            "/generate",
            "{\"image_url\": \"http://169.254.169.254/a\", \"audio_uri\": \"http://[::1]/b\", \"resolution\": 9}");

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.json().get("violations").findValuesAsText("message"))
        .containsExactlyInAnyOrder(
            "image_url is 'http://169.254.169.254/a', expected a host with a public address",
            "audio_uri is 'http://[::1]/b', expected a host with a public address",
            "resolution is '9', expected 128 to 2048 pixels");
    assertThat(ledger.requests).isEmpty();
  }

  private static Map<String, Object> with(Map<String, Object> form, String name, Object value) {
    form.put(name, value);
    return form;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "15f",
        "1d",
        "0x1p3",
        "NaN",
        "Infinity",
        "+15",
        "015",
        ".5",
        "15.",
        "1e",
        "1e999",
        "1 5",
        "٣"
      })
  void aNumberInAFormIsWrittenAsInJson(String text) {
    start();
    Map<String, Object> form = formOfToday();
    form.put("duration", text);
    form.put("expand_ratio", " 5e-1 ");

    Reply reply = calls.form("/generate", form);

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.json().get("violations").findValuesAsText("message"))
        .singleElement()
        .satisfies(one -> assertThat(one).startsWith("duration is '"));
  }

  @Test
  void textsOfAFormAreBoundedWhateverAFileMayBe() {
    start();
    Map<String, Object> form = formOfToday();
    form.put("user_data", "x".repeat((1 << 20) + 1));

    assertThat(calls.form("/generate", form).status()).isEqualTo(413);
  }

  @Test
  void aDeadlineIsKeptInMillisecondsAndOneBeyondThemIsAFault() {
    start();
    String body = JSON_CLIENT.replace("15,", "15, \"deadline\": \"%s\",");

    assertThat(calls.post("/generate", body.formatted("2030-01-31T12:00:00.123456+00:00")).status())
        .isEqualTo(202);
    assertThat(ledger.requests.get(0).getDeadline())
        .isEqualTo(Instant.parse("2030-01-31T12:00:00.123Z"));
    assertThat(calls.post("/generate", body.formatted("+999999999-01-01T00:00:00Z")).status())
        .isEqualTo(400);
  }

  @Test
  void aBodyThatIsNoTextIsTheCallersFault() {
    start();
    byte[] outsideUnicode = {0, 0, 0, '{', 0x7f, -1, -1, -1};

    assertThat(
            calls
                .call("POST", "/generate", outsideUnicode, "Content-Type", "application/json")
                .status())
        .isEqualTo(400);
  }

  @Test
  void whatIsTooLargeIsRefused() {
    start("http.upload-bytes", "2000", "http.json-bytes", "1024");
    Map<String, Object> form = formOfToday();
    form.put("audio", Arrays.copyOf(WAVE, 2001));

    Reply file = calls.form("/generate", form);
    Reply json = calls.post("/generate", "{\"user_data\": \"%s\"}".formatted("x".repeat(2000)));

    assertThat(List.of(file.status(), json.status())).containsOnly(413);
    assertThat(file.json().get("code").textValue()).isEqualTo("BODY_TOO_LARGE");
    assertThat(json.json().get("code").textValue()).isEqualTo("BODY_TOO_LARGE");
    assertThat(json.json().get("detail").textValue()).contains("1024 bytes");
    assertThat(file.json().get("detail").textValue()).contains("2000 bytes");
    assertThat(shelf.addresses()).isEmpty();
  }

  @Test
  void theSameRequestIsTheSameTaskAndOtherContentIsAConflict() {
    start();
    String key = "schlüssel-1";
    Reply first = calls.form("/generate", formOfToday(), "Idempotency-Key", "key 1");
    Reply again = calls.form("/generate", formOfToday(), "Idempotency-Key", "key 1");
    Map<String, Object> other = formOfToday();
    other.put("resolution", "512");
    other.put("request_id", "key 1");
    Reply conflict = calls.form("/generate", other);

    assertThat(again.json().get("task_id")).isEqualTo(first.json().get("task_id"));
    assertThat(ledger.requests).hasSize(2);
    assertThat(conflict.status()).isEqualTo(409);
    assertThat(conflict.json().get("code").textValue()).isEqualTo("IDEMPOTENCE_CONFLICT");
    assertThat(
            calls
                .post(
                    "/generate", "{\"request_id\": \"%s\"}".formatted(key), "Idempotency-Key", "x")
                .status())
        .isEqualTo(400);
  }

  @Test
  void aRefusalThatPassesSaysWhenToComeAgain() {
    start();
    for (Map.Entry<ErrorCode, Integer> each :
        Map.of(ErrorCode.QUOTA_EXCEEDED, 429, ErrorCode.OVERLOADED, 503).entrySet()) {
      String key = each.getKey().name();
      ledger.postpone(each.getKey());
      Reply refused = calls.post("/generate", JSON_CLIENT, "Idempotency-Key", key);
      assertThat(refused.status()).isEqualTo(each.getValue());
      assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 30);
      assertThat(refused.json().get("retryable").booleanValue()).isTrue();

      ledger.postpone(null);
      Reply taken = calls.post("/generate", JSON_CLIENT, "Idempotency-Key", key);
      assertThat(taken.status()).isEqualTo(202);
      assertThat(taken.json().get("state").textValue()).isEqualTo("QUEUED");
    }
  }

  @Test
  void filesOfARefusedCallGoAndItsRetryBringsThemAgain() {
    start();
    for (ErrorCode code : List.of(ErrorCode.QUOTA_EXCEEDED, ErrorCode.OVERLOADED)) {
      ledger.postpone(code);
      Reply refused = calls.form("/generate", formOfToday(), "Idempotency-Key", code.name());
      assertThat(refused.json().get("code").textValue()).isEqualTo(code.name());
      assertThat(shelf.addresses()).isEmpty();
    }
    ledger.postpone(null);

    Reply taken = calls.form("/generate", formOfToday(), "Idempotency-Key", "OVERLOADED");

    assertThat(taken.status()).isEqualTo(202);
    assertThat(shelf.addresses()).hasSize(2).allMatch(address -> address.contains("/default/"));
  }

  @Test
  void filesOfACallThatIsRefusedAfterItWasAnsweredGoToo() throws InterruptedException {
    start();
    ledger.stopDeciding();
    Reply taken = calls.form("/generate", formOfToday());
    assertThat(taken.json().get("state").textValue()).isEqualTo("SUBMITTED");
    assertThat(shelf.addresses()).hasSize(2);

    ledger.postpone(ErrorCode.QUOTA_EXCEEDED);
    ledger.decide();

    while (!shelf.addresses().isEmpty()) {
      Thread.sleep(20);
    }
    assertThat(calls.get(taken.header("Location")).json().get("state").textValue())
        .isEqualTo("REJECTED");
  }

  @Test
  void aConflictTakesAwayItsOwnFilesAndNoneOfTheJobThatWasAccepted() {
    start();
    calls.form("/generate", formOfToday(), "Idempotency-Key", "one");
    List<String> accepted = shelf.addresses();
    Map<String, Object> sameFiles = formOfToday();
    sameFiles.put("resolution", "512");
    Map<String, Object> otherVoice = formOfToday();
    otherVoice.put("audio", Arrays.copyOf(WAVE, WAVE.length + 2));

    assertThat(calls.form("/generate", sameFiles, "Idempotency-Key", "one").status())
        .isEqualTo(409);
    assertThat(shelf.addresses()).isEqualTo(accepted);
    assertThat(calls.form("/generate", otherVoice, "Idempotency-Key", "one").status())
        .isEqualTo(409);
    assertThat(shelf.addresses()).isEqualTo(accepted);

    shelf.objects.clear();
    assertThat(calls.form("/generate", sameFiles, "Idempotency-Key", "one").status())
        .isEqualTo(409);
    assertThat(shelf.addresses()).as("the job names them").isEqualTo(accepted);
  }

  @Test
  void anAcceptedCallPutsBackWhatARefusedOneOfTheSameRequestHasTaken() {
    start();
    calls.form("/generate", formOfToday(), "Idempotency-Key", "one");
    Map<String, byte[]> files = new HashMap<>(shelf.objects);
    String id = RequestIdentity.jobId("default", "two");
    files.forEach(
        (address, content) -> shelf.objects.put(address.replaceFirst("[0-9a-f]{32}", id), content));
    ledger.stopDeciding();
    CompletableFuture<Reply> answer =
        CompletableFuture.supplyAsync(
            () -> calls.form("/generate", formOfToday(), "Idempotency-Key", "two"));
    while (ledger.requests.size() < 2) {
      Thread.onSpinWait();
    }
    shelf.objects.keySet().removeIf(address -> address.contains(id));

    ledger.decide();

    assertThat(answer.join().json().get("state").textValue()).isEqualTo("QUEUED");
    assertThat(shelf.addresses()).filteredOn(address -> address.contains(id)).hasSize(2);
  }

  @Test
  void aTaskIsNeverUnknownAfterItWasTaken() {
    start();
    ledger.stopDeciding();
    Reply taken = calls.post("/generate", JSON_CLIENT);
    assertThat(taken.status()).isEqualTo(202);
    assertThat(taken.json().get("state").textValue()).isEqualTo("SUBMITTED");
    String path = taken.header("Location");
    assertThat(calls.get(path).json().get("state").textValue()).isEqualTo("SUBMITTED");

    ledger.setReachable(false);
    Reply away = calls.get(path);
    assertThat(away.status()).isEqualTo(503);
    assertThat(away.header("Retry-After")).isEqualTo("5");
    assertThat(calls.get("/tasks/" + "0".repeat(32)).status()).isEqualTo(404);
    assertThat(calls.get("/tasks/nonsense").json().get("code").textValue())
        .isEqualTo("JOB_NOT_FOUND");
    assertThat(calls.post("/generate", JSON_CLIENT).status()).isEqualTo(202);
  }

  @Test
  void aLongPollEndsWithTheTaskAndEachLinkIsNew() {
    start();
    String id = calls.post("/generate", JSON_CLIENT).json().get("task_id").textValue();
    CompletableFuture<Reply> poll =
        CompletableFuture.supplyAsync(() -> calls.get("/tasks/" + id + "?wait=20"));
    ledger.report(Samples.progress(id, 1, JobState.RENDERING, 20, 100));
    ledger.report(Samples.success(id, 1));

    JsonNode done = poll.join().json();
    assertThat(done.get("state").textValue()).isEqualTo("COMPLETED");
    assertThat(done.get("video").get("frames").intValue()).isEqualTo(100);
    assertThat(done.get("engine").textValue()).isEqualTo("OnnxRuntime/cpu");
    assertThat(calls.get("/tasks/" + id).json().get("video_url"))
        .isNotEqualTo(done.get("video_url"));
    assertThat(calls.get("/tasks/" + id + "?wait=soon").status()).isEqualTo(400);
  }

  @Test
  void eventsTellWhatBecomesOfATask() {
    start();
    String id = calls.post("/generate", JSON_CLIENT).json().get("task_id").textValue();
    CompletableFuture<Reply> stream =
        CompletableFuture.supplyAsync(() -> calls.get("/tasks/" + id + "/events"));
    CompletableFuture.delayedExecutor(700, TimeUnit.MILLISECONDS)
        .execute(() -> ledger.report(Samples.progress(id, 1, JobState.RENDERING, 20, 100)));
    CompletableFuture.delayedExecutor(1700, TimeUnit.MILLISECONDS)
        .execute(() -> ledger.report(Samples.success(id, 1)));

    String text = stream.join().text();
    assertThat(text.lines().filter(line -> line.startsWith("event: ")))
        .containsExactly("event: progress", "event: progress", "event: end");
    assertThat(text.lines().filter(line -> line.startsWith("data: ")))
        .satisfiesExactly(
            one -> assertThat(one).contains("\"state\":\"QUEUED\""),
            one -> assertThat(one).contains("\"state\":\"RENDERING\"", "\"frames_done\":20"),
            one -> assertThat(one).contains("\"state\":\"COMPLETED\"", "\"video_url\""));
  }

  @Test
  void streamsOfIdsThatWereMadeUpKeepNobodyOut() throws Exception {
    start();
    String id = calls.post("/generate", JSON_CLIENT).json().get("task_id").textValue();
    List<Socket> forged = new ArrayList<>();
    try {
      for (int i = 0; i < StreamPlaces.MOST; i++) {
        forged.add(HttpCalls.open(server.port(), eventsOf(RequestIdentity.jobId("x", "x" + i))));
      }
      int status = 0;
      while (status != 503) {
        status = HttpCalls.statusOf(server.port(), eventsOf(RequestIdentity.jobId("x", "more")));
      }
      CompletableFuture<Reply> stream =
          CompletableFuture.supplyAsync(() -> calls.get(eventsOf(id)));
      ledger.report(Samples.success(id, 1));
      assertThat(stream.get(10, TimeUnit.SECONDS).text()).contains("COMPLETED");
    } finally {
      for (Socket one : forged) {
        one.close();
      }
    }
  }

  private static String eventsOf(String id) {
    return "/tasks/" + id + "/events";
  }

  @Test
  void aTaskIsCancelledOnceAndPurgedOnDemand() {
    start();
    String path = calls.post("/generate", JSON_CLIENT).header("Location");

    Reply cancelled = calls.delete(path);
    assertThat(cancelled.status()).isEqualTo(200);
    assertThat(cancelled.json().get("state").textValue()).isEqualTo("CANCELLED");
    assertThat(calls.delete(path).json().get("state").textValue()).isEqualTo("CANCELLED");
    assertThat(ledger.commands).hasSize(1);

    Reply purged = calls.delete(path + "?purge=true");
    assertThat(purged.status()).isEqualTo(202);
    assertThat(purged.json().get("state").textValue()).isEqualTo("GONE");
    assertThat(ledger.commands.get(1).getKind()).isEqualTo(CommandKind.DELETE);
    for (String gone : List.of(path, path + "?wait=20", path + "/events")) {
      assertThat(calls.get(gone).status()).as(gone).isEqualTo(404);
    }
    assertThat(calls.get(path).json().get("code").textValue()).isEqualTo("JOB_NOT_FOUND");
    assertThat(calls.delete(path).status()).isEqualTo(404);
    assertThat(calls.get("/tasks").json().get("tasks")).isEmpty();
    assertThat(calls.delete("/tasks/nonsense").status()).isEqualTo(404);
    assertThat(calls.delete(path + "?purge=perhaps").status()).isEqualTo(400);
  }

  @Test
  void aBatchIsEveryPairAndIsKnownByItsIdAlone() {
    start();
    String body =
        """
        {"portraits": ["https://example.com/a.png", "https://example.com/b.png"],
         "scripts": ["https://example.com/1.wav", "https://example.com/2.wav", "https://example.com/3.wav"],
         "preset": "mobile-preview"}
        """;

    Reply sent = calls.post("/batches", body, "Idempotency-Key", "night run");

    assertThat(sent.status()).isEqualTo(202);
    assertThat(sent.json().get("task_ids")).hasSize(6);
    assertThat(ledger.requests).hasSize(6);
    assertThat(ledger.requests.get(4).getImageUri()).endsWith("b.png");
    assertThat(ledger.requests.get(4).getAudioUri()).endsWith("2.wav");
    String first = sent.json().get("task_ids").get(0).textValue();
    ledger.report(Samples.success(first, 1));
    JsonNode batch = calls.get(sent.header("Location")).json();
    assertThat(batch.get("ended").intValue()).isEqualTo(1);
    assertThat(batch.get("states").get("QUEUED").intValue()).isEqualTo(5);
    assertThat(batch.get("tasks").get(0).get("video_url").textValue()).isNotEmpty();
    assertThat(calls.post("/batches", body, "Idempotency-Key", "night run").json().get("batch_id"))
        .isEqualTo(sent.json().get("batch_id"));
    assertThat(calls.get("/batches/nonsense").status()).isEqualTo(404);
    Reply faulty =
        calls.post("/batches", "{\"portraits\": [\"x\", 7], \"scripts\": [\"https://a/b\"]}");
    assertThat(faulty.status()).isEqualTo(400);
    assertThat(faulty.json().get("violations")).hasSize(2);
    Reply single =
        calls.post(
            "/batches", body.replace("\"preset\"", "\"image_uri\": \"s3://x/y\", \"preset\""));
    assertThat(single.status()).isEqualTo(400);
    assertThat(single.json().get("detail").textValue()).contains("did you mean 'portraits'");
    assertThat(ledger.requests).hasSize(12);
  }

  @Test
  void aBatchThatIsTakenInPartSaysSoAndTheSameAgainSendsTheRest() {
    start();
    String body =
        "{\"portraits\": [%s], \"scripts\": [\"https://a.example/1\", \"https://a.example/2\"], \"fps\": 25}"
            .formatted("\"https://a.example/p\", \"https://a.example/q\"");
    ledger.postponeAfter(3, ErrorCode.QUOTA_EXCEEDED);

    Reply part = calls.post("/batches", body, "Idempotency-Key", "night");

    assertThat(part.status()).isEqualTo(429);
    assertThat(Integer.parseInt(part.header("Retry-After"))).isBetween(20, 30);
    assertThat(part.json().get("detail").textValue())
        .isEqualTo(
            "3 of 4 jobs were taken, the others not: too much, come again; send the same batch as request_id 'night' again");
    assertThat(calls.get(part.header("Location")).json().get("states").get("QUEUED").intValue())
        .isEqualTo(3);

    ledger.postpone(null);
    Reply rest = calls.post("/batches", body, "Idempotency-Key", "night");
    assertThat(rest.status()).isEqualTo(202);
    assertThat(calls.get(rest.header("Location")).json().get("states").get("QUEUED").intValue())
        .isEqualTo(4);

    Reply other = calls.post("/batches", body.replace("25}", "30}"), "Idempotency-Key", "night");
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.json().get("code").textValue()).isEqualTo("IDEMPOTENCE_CONFLICT");
  }

  @Test
  void aBatchThatTheQuotaCouldNeverLetInStartsNoJobAtAll() {
    start();
    String body = "{\"tenant\": \"%s\", \"portraits\": [%s], \"scripts\": [%s]}";

    Reply refused = calls.post("/batches", body.formatted("a", addresses(2), addresses(4)));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().get("detail").textValue())
        .isEqualTo(
            "2 portraits and 4 scripts make 8 jobs, expected up to 7, which tenant 'a' may send at once");
    assertThat(ledger.requests).isEmpty();
    assertThat(calls.post("/batches", body.formatted("a", addresses(1), addresses(7))).status())
        .isEqualTo(202);
    assertThat(calls.post("/batches", body.formatted("b", addresses(2), addresses(4))).status())
        .isEqualTo(202);
    assertThat(
            calls.post("/batches", body.formatted("free", addresses(40), addresses(25))).status())
        .isEqualTo(202);
    assertThat(ledger.requests).hasSize(7 + 8 + 1000);
  }

  @Test
  void tasksAreListedPageByPage() {
    start();
    for (int i = 0; i < 5; i++) {
      calls.post(
          "/generate",
          JSON_CLIENT.replace(
              "\"duration\"", "\"tenant\": \"t%d\", \"duration\"".formatted(i % 2)));
    }
    Reply first = calls.get("/tasks?tenant=t0&state=QUEUED&limit=2");
    assertThat(first.json().get("tasks")).hasSize(2);
    Reply second =
        calls.get(
            "/tasks?tenant=t0&state=queued&limit=2&after=" + first.json().get("next").textValue());
    assertThat(second.json().get("tasks")).hasSize(1);
    assertThat(second.json().get("next")).isNull();
    assertThat(calls.get("/tasks?state=LOST").status()).isEqualTo(400);
    assertThat(calls.get("/tasks?tennant=t0").json().get("detail").textValue())
        .contains("did you mean 'tenant'");
  }

  @Test
  void aKeyIsItsTenantsAndNobodyElses() throws IOException {
    Path keys =
        Files.writeString(
            folder.resolve("keys"),
            "a %s\na %s\nb %s\n"
                .formatted(
                    Digest.of("old".getBytes(UTF_8)),
                    Digest.of("new".getBytes(UTF_8)),
                    Digest.of("other".getBytes(UTF_8))));
    start("http.api-keys-file", keys.toString());

    Reply none = calls.post("/generate", JSON_CLIENT);
    assertThat(none.status()).isEqualTo(401);
    assertThat(none.header("WWW-Authenticate")).isEqualTo("Bearer");
    assertThat(calls.get("/tasks", "X-API-Key", "guess").status()).isEqualTo(401);

    String path = calls.post("/generate", JSON_CLIENT, "X-API-Key", "old").header("Location");
    assertThat(ledger.requests.get(0).getTenant()).isEqualTo("a");
    assertThat(calls.get(path, "Authorization", "Bearer new").status()).isEqualTo(200);
    assertThat(calls.get(path, "X-API-Key", "other").status()).isEqualTo(404);
    assertThat(calls.get(path + "/events", "X-API-Key", "other").status()).isEqualTo(404);
    assertThat(calls.delete(path, "X-API-Key", "other").status()).isEqualTo(404);
    assertThat(calls.get("/tasks", "X-API-Key", "other").json().get("tasks")).isEmpty();
    assertThat(calls.get("/tasks?tenant=a", "X-API-Key", "other").status()).isEqualTo(400);
    String stolen =
        JSON_CLIENT.replace(
            "https://example.com/speech.wav", "s3://lipstream-assets/uploads/a/x.wav");
    assertThat(calls.post("/generate", stolen, "X-API-Key", "other").json().get("code").textValue())
        .isEqualTo("ASSET_FORBIDDEN");

    JsonNode own = calls.get("/limits", "X-API-Key", "new").json().get("quota");
    assertThat(own.get("requests_per_minute").intValue()).isEqualTo(60);
    assertThat(own.get("burst").intValue()).isEqualTo(7);
    assertThat(calls.get("/limits", "X-API-Key", "guess").status()).isEqualTo(401);
  }

  @Test
  void whoWaitsForAnIdThatTurnsOutToBeAnothersSeesNothingOfIt() throws Exception {
    Path keys =
        Files.writeString(
            folder.resolve("keys"),
            "a %s\nb %s\n"
                .formatted(Digest.of("own".getBytes(UTF_8)), Digest.of("other".getBytes(UTF_8))));
    start("http.api-keys-file", keys.toString());
    String path = "/tasks/" + RequestIdentity.jobId("a", "one");
    CompletableFuture<Reply> stream =
        CompletableFuture.supplyAsync(() -> calls.get(path + "/events", "X-API-Key", "other"));
    CompletableFuture<Reply> end =
        CompletableFuture.supplyAsync(() -> calls.delete(path, "X-API-Key", "other"));
    while (ledger.commands.isEmpty()) {
      Thread.sleep(20);
    }
    assertThat(calls.get(path, "X-API-Key", "own").json().get("state").textValue())
        .as("a stranger's command hides nothing")
        .isEqualTo("SUBMITTED");
    assertThat(stream).as("still open").isNotDone();

    Reply sent = calls.post("/generate", JSON_CLIENT, "X-API-Key", "own", "Idempotency-Key", "one");

    assertThat(sent.header("Location")).isEqualTo(path);
    assertThat(stream.get(10, TimeUnit.SECONDS).text())
        .contains("SUBMITTED")
        .doesNotContain("request_id\":\"one", "\"tenant\":\"a\"");
    assertThat(end.join().status()).isEqualTo(404);
  }

  @Test
  void whatTheGatewayKnowsItSaysWithoutAKey() throws IOException {
    Path keys = Files.writeString(folder.resolve("keys"), "");
    start("http.api-keys-file", keys.toString());

    assertThat(calls.get("/presets").json().get("presets").findValuesAsText("name"))
        .contains("mobile-preview", "hd-short", "bulk-marketing", "realtime");
    assertThat(calls.get("/errors").json().get("errors")).hasSize(ErrorCode.values().length);
    JsonNode limits = calls.get("/limits").json();
    assertThat(limits.get("batch_jobs").intValue()).isEqualTo(10);
    assertThat(limits.get("quota").get("requests_per_minute").intValue()).isEqualTo(5);
    assertThat(
            limits.get("lanes").get("INTERACTIVE").get("longest_estimated_wait_seconds").intValue())
        .isEqualTo(60);
    assertThat(calls.get("/healthz").status()).isEqualTo(200);
    assertThat(calls.get("/readyz").status()).isEqualTo(503);
    assertThat(calls.get("/metrics").text())
        .contains("kafka_test 1")
        .contains(
            "lipstream_http_request_seconds_count{method=\"GET\",route=\"/healthz\",status=\"200\"} 1");
  }

  @Test
  void everyRouteOfTheDocumentIsThereAndNoOther() {
    start();
    JsonNode document = calls.get("/openapi.json").json();
    assertThat(document.get("openapi").textValue()).isEqualTo("3.1.0");
    document
        .get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .fieldNames()
                    .forEachRemaining(
                        method -> {
                          Reply reply =
                              calls.call(
                                  method.toUpperCase(Locale.ROOT),
                                  path.getKey().replace("{id}", "0"),
                                  new byte[0]);
                          assertThat(reply.text())
                              .doesNotContain(
                                  "\"code\":\"ROUTE_NOT_FOUND\",\"retryable\":false,\"viol");
                          assertThat(reply.status()).isNotEqualTo(405);
                        }));
    assertThat(calls.get("/nowhere").json().get("code").textValue()).isEqualTo("ROUTE_NOT_FOUND");
    assertThat(calls.get("/generate").status()).isEqualTo(405);
    assertThat(
            document.at("/components/schemas/Request/properties").properties().stream()
                .map(Map.Entry::getKey))
        .containsExactlyInAnyOrderElementsOf(RequestFields.names());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /tasks/../../x HTTP/1.1",
        "GET /tasks/%2e%2e/x HTTP/1.1",
        "GET /tasks/a%2Fb HTTP/1.1",
        "GET /tasks/%zz HTTP/1.1",
        "GET /tasks/;x HTTP/1.1",
        "GET /tasks//x HTTP/1.1",
        "GET /tasks HTTP/1.1\r\nX: {long}",
        "NONSENSE /tasks HTTP/1.1",
      })
  void whatReachesNoRouteIsAProblemDocumentToo(String head) throws IOException {
    start();

    String answer = HttpCalls.answerTo(server.port(), head.replace("{long}", "x".repeat(10_000)));

    assertThat(answer).startsWith("HTTP/1.1 4").contains("application/problem+json", "\"code\":");
    assertThat(answer).doesNotContain("<html", "Jetty", "null");
  }

  @Test
  void whatNoHandlerSeesIsAProblemDocumentToo() throws IOException {
    alive =
        () -> {
          throw new NoClassDefFoundError("a part that is not there");
        };
    start();

    assertThat(HttpCalls.answerTo(server.port(), "GET /healthz HTTP/1.1"))
        .startsWith("HTTP/1.1 500")
        .contains("application/problem+json", "\"code\":\"INTERNAL\"")
        .doesNotContain("a part that");
  }

  @Test
  void anotherMethodIsToldWhichThereIsAndAnEncodedBodyThatItIsNotTaken() {
    start();

    assertThat(calls.get("/generate").header("Allow")).isEqualTo("POST");
    Reply encoded = calls.post("/generate", JSON_CLIENT, "Content-Encoding", "gzip");
    assertThat(encoded.status()).isEqualTo(415);
    assertThat(encoded.json().get("detail").textValue())
        .isEqualTo("Content-Encoding is 'gzip', expected none");
  }

  @Test
  void jsonIsTakenUnderItsOwnMediaTypeOnly() {
    start();
    for (String path : List.of("/generate", "/batches")) {
      for (String type :
          List.of("text/plain", "application/x-www-form-urlencoded", "application/jsonp", " ")) {
        Reply reply = calls.post(path, JSON_CLIENT, "Content-Type", type);
        assertThat(reply.status()).as(path + " " + type).isEqualTo(415);
        assertThat(reply.json().get("code").textValue()).isEqualTo("MEDIA_TYPE_UNSUPPORTED");
      }
      assertThat(calls.call("POST", path, JSON_CLIENT.getBytes(UTF_8)).status()).isEqualTo(415);
    }
    assertThat(ledger.requests).isEmpty();
    String type = "Application/JSON; charset=utf-8";
    assertThat(calls.post("/generate", JSON_CLIENT, "Content-Type", type).status()).isEqualTo(202);
  }

  @Test
  void withoutKeysNoPageOfAnotherSiteMayCall() {
    start();
    String own = "http://127.0.0.1:" + server.port();
    for (String[] foreign :
        new String[][] {
          {"Origin", "https://evil.example"},
          {"Origin", "http://127.0.0.1:1"},
          {"Origin", "null"},
          {"Sec-Fetch-Site", "cross-site"},
          {"Origin", own, "Sec-Fetch-Site", "cross-site"}
        }) {
      Reply sent = calls.post("/generate", JSON_CLIENT, foreign);
      assertThat(sent.status()).as(String.join(" ", foreign)).isEqualTo(403);
      assertThat(sent.json().get("code").textValue()).isEqualTo("ORIGIN_FORBIDDEN");
      assertThat(calls.form("/generate", formOfToday(), foreign).status()).isEqualTo(403);
      assertThat(calls.get("/tasks", foreign).status()).isEqualTo(403);
    }
    assertThat(ledger.requests).isEmpty();
    assertThat(shelf.addresses()).isEmpty();

    String[] page = {"Origin", own, "Sec-Fetch-Site", "same-origin"};
    assertThat(calls.post("/generate", JSON_CLIENT, page).status()).isEqualTo(202);
  }

  @Test
  void withoutKeysTheGatewayIsCalledByItsOwnNames() throws IOException {
    start("http.advertised", "box.internal:8080");

    for (String name :
        List.of("127.0.0.1:8080", "localhost", "[::1]:80", "LOCALHOST:1", "box.internal:8080")) {
      assertThat(HttpCalls.statusCalledAs(server.port(), name)).as(name).isEqualTo(200);
    }
    for (String name : List.of("evil.example", "evil.example:8080", "192.168.1.1", "[fe80::1]")) {
      assertThat(HttpCalls.statusCalledAs(server.port(), name)).as(name).isEqualTo(403);
    }
  }

  @Test
  void withKeysItIsTheKeyThatCounts() throws IOException {
    Path keys =
        Files.writeString(
            folder.resolve("keys"), "a %s\n".formatted(Digest.of("k".getBytes(UTF_8))));
    start("http.api-keys-file", keys.toString());

    assertThat(HttpCalls.statusCalledAs(server.port(), "gateway.example")).isEqualTo(200);
    assertThat(
            calls
                .post("/generate", JSON_CLIENT, "X-API-Key", "k", "Origin", "https://shop.example")
                .status())
        .isEqualTo(202);
  }

  @Test
  void internalAddressesAskForTheSecret() {
    start("http.internal-secret", "between us");

    assertThat(calls.post("/internal/rows", "x").status()).isEqualTo(401);
    assertThat(calls.get("/internal/tasks?limit=1", "X-Lipstream-Internal", "none").status())
        .isEqualTo(401);
  }

  private void awaitState(String id, String state) {
    while (!calls.get("/tasks/" + id).json().get("state").textValue().equals(state)) {
      Thread.onSpinWait();
    }
  }
}
