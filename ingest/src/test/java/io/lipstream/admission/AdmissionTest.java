package io.lipstream.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.LipstreamException;
import io.lipstream.event.Framing;
import io.lipstream.event.Job;
import io.lipstream.event.JobError;
import io.lipstream.event.Lane;
import io.lipstream.event.Parameters;
import io.lipstream.event.Request;
import io.lipstream.field.GivenNames;
import io.lipstream.settings.Settings;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is admitted, as what, and what is said of the rest. */
final class AdmissionTest {
  private static final long NOW = 1_700_000_000_000L;
  private static final Request REQUEST =
      Request.newBuilder()
          .setRequestId("r1")
          .setTenant("acme")
          .setImageUri("s3://assets/a portrait é.png")
          .setAudioUri("https://example.com/a.wav?signature=abc")
          .build();

  private final Admission admission =
      admission(Map.of("ingest.output-buckets", "lipstream-videos,cdn"));

  private static Admission admission(Map<String, String> settings) {
    return new Admission(
        AdmissionSettings.from(Settings.parse(AdmissionSettings.SETTINGS, settings)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3://lipstream-assets/uploads/other/1/a.png",
        "S3://Lipstream-Assets/uploads/other/a.png",
        "s3://lipstream-assets/uploads/acme2/a.png"
      })
  void anotherTenantsUploadIsRefusedWhateverWayTheRequestCame(String address) {
    assertThat(only(Request.newBuilder(REQUEST).setImageUri(address).build()).getCode())
        .isEqualTo("ASSET_FORBIDDEN");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3://lipstream-assets/uploads/acme/1/a.png",
        "s3://lipstream-assets/uploads/0123.png",
        "s3://lipstream-assets/uploads2/other/a.png"
      })
  void aTenantsOwnUploadsAndNobodysAreTaken(String address) {
    assertThat(admitted(Request.newBuilder(REQUEST).setImageUri(address).build()).getImageUri())
        .isEqualTo(address);
  }

  @Test
  void whatIsLeftOpenTakesTheDefaultsOfTheSchema() {
    Job job = admitted(REQUEST);
    assertThat(job.getParameters()).isEqualTo(Parameters.newBuilder().build());
    assertThat(job.getLane()).isEqualTo(Lane.BULK);
    assertThat(job.getAttempt()).isEqualTo(1);
    assertThat(job.getModelDigest()).isNull();
    assertThat(job.getDeadline()).isNull();
    assertThat(job.getDeclaredDuration()).isNull();
    assertThat(job.getOutputUri())
        .isEqualTo("s3://lipstream-videos/videos/acme/%s.mp4".formatted(job.getJobId()));
    assertThat(job.getImageUri()).isEqualTo(REQUEST.getImageUri());
  }

  @Test
  void everyGivenValueReachesTheJob() {
    Parameters wanted =
        Parameters.newBuilder()
            .setMinResolution(2048)
            .setExpandRatio(0.1)
            .setInferenceSteps(1024)
            .setDynamicScale(2.0)
            .setMotionScale(0.0)
            .setLipSyncRefinement(false)
            .setSmoothMotion(false)
            .setSeed(Integer.MAX_VALUE)
            .setFps(60)
            .setFraming(Framing.FACE)
            .setFace(63)
            .setVoiceStyle("calm")
            .build();
    Job job =
        admitted(
            Request.newBuilder(REQUEST)
                .setPreset("realtime")
                .setLane(Lane.BULK)
                .setMinResolution(2048)
                .setExpandRatio(0.1)
                .setInferenceSteps(1024)
                .setDynamicScale(2.0)
                .setMotionScale(0.0)
                .setLipSyncRefinement(false)
                .setSmoothMotion(false)
                .setSeed(Integer.MAX_VALUE)
                .setFps(60)
                .setFraming(Framing.FACE)
                .setFace(63)
                .setDuration(2.5)
                .setVoiceStyle("calm")
                .setDeadline(Instant.ofEpochMilli(NOW + 1))
                .setOutputUri("s3://cdn/own/é.mp4")
                .build());
    assertThat(job.getParameters()).isEqualTo(wanted);
    assertThat(job.getLane()).isEqualTo(Lane.BULK);
    assertThat(job.getDeclaredDuration()).isEqualTo(2.5);
    assertThat(job.getDeadline()).isEqualTo(Instant.ofEpochMilli(NOW + 1));
    assertThat(job.getOutputUri()).isEqualTo("s3://cdn/own/é.mp4");
  }

  @ParameterizedTest
  @CsvSource({
    "mobile-preview, 768, 20, 1.1, BULK",
    "hd-short, 1024, 25, 1.1, BULK",
    "bulk-marketing, 768, 20, 1.05, BULK",
    "realtime, 512, 15, 1.1, INTERACTIVE"
  })
  void aPresetFillsWhatIsLeftOpen(String name, int side, int steps, double scale, Lane lane) {
    Job job = admitted(Request.newBuilder(REQUEST).setPreset(name).build());
    assertThat(job.getParameters().getMinResolution()).isEqualTo(side);
    assertThat(job.getParameters().getInferenceSteps()).isEqualTo(steps);
    assertThat(job.getParameters().getDynamicScale()).isEqualTo(scale);
    assertThat(job.getParameters().getFps()).isEqualTo(25);
    assertThat(job.getLane()).isEqualTo(lane);
    Job own = admitted(Request.newBuilder(REQUEST).setPreset(name).setMinResolution(640).build());
    assertThat(own.getParameters().getMinResolution()).isEqualTo(640);
  }

  @Test
  void aMistypedPresetIsAnsweredWithTheNearest() {
    JobError error = only(Request.newBuilder(REQUEST).setPreset("hd-shrot").build());
    assertThat(error.getCode()).isEqualTo("UNKNOWN_PRESET");
    assertThat(error.getMessage()).isEqualTo("preset is 'hd-shrot', did you mean 'hd-short'?");
  }

  @Test
  void everyFaultIsSaidAtOnceWithItsValueAndRange() {
    List<JobError> errors =
        refused(
            Request.newBuilder(REQUEST)
                .setTenant("a/b")
                .setRequestId("line\nbreak")
                .setImageUri("file:///etc/passwd")
                .setAudioUri("a.wav")
                .setOutputUri("s3://elsewhere/x.mp4")
                .setPreset("x")
                .setDuration(0.0)
                .setMinResolution(127)
                .setExpandRatio(1.01)
                .setInferenceSteps(0)
                .setDynamicScale(Double.NaN)
                .setMotionScale(-0.1)
                .setSeed(-1)
                .setFps(61)
                .setFace(64)
                .setDeadline(Instant.ofEpochMilli(-5))
                .setUserData("ü".repeat(501))
                .build());
    Set<String> fields =
        errors.stream()
            .map(error -> error.getMessage().substring(0, error.getMessage().indexOf(" is '")))
            .collect(Collectors.toSet());
    assertThat(fields)
        .containsExactlyInAnyOrder(
            "tenant",
            "request_id",
            "image_uri",
            "audio_uri",
            "output_uri",
            "preset",
            "duration",
            "min_resolution",
            "expand_ratio",
            "inference_steps",
            "dynamic_scale",
            "motion_scale",
            "seed",
            "fps",
            "face",
            "deadline",
            "user_data");
    assertThat(errors)
        .extracting(JobError::getMessage)
        .contains(
            "min_resolution is '127', expected 128 to 2048 pixels",
            "dynamic_scale is 'NaN', expected 0.5 to 2.0 (factor)",
            "output_uri is 's3://elsewhere/x.mp4', expected s3://bucket/key in bucket lipstream-videos or cdn")
        .allSatisfy(message -> assertThat(message.lines()).hasSize(1));
    assertThat(errors).noneMatch(JobError::getRetryable);
  }

  @Test
  void userDataIsMeasuredInBytes() {
    String most = "ü".repeat(499) + "ab";
    admitted(Request.newBuilder(REQUEST).setUserData(most).build());
    assertThat(only(Request.newBuilder(REQUEST).setUserData(most + "c").build()).getMessage())
        .endsWith("expected up to 1000 bytes of UTF-8");
  }

  @Test
  void noVideoTakesAPlaceAmongAnotherTenants() {
    String victim = "s3://lipstream-videos/videos/other/1.mp4";
    assertThat(only(Request.newBuilder(REQUEST).setOutputUri(victim).build()).getMessage())
        .startsWith("output_uri is '" + victim + "', expected videos/acme/");
    for (String address :
        List.of(
            "s3://lipstream-videos/videos/acme/own.mp4",
            "s3://lipstream-videos/videos/shared.mp4",
            "s3://lipstream-videos/film/other/1.mp4",
            "s3://cdn/videos/other/1.mp4")) {
      assertThat(admitted(Request.newBuilder(REQUEST).setOutputUri(address).build()).getOutputUri())
          .isEqualTo(address);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:///etc/passwd", "ftp://host/a", "data:audio/wav;base64,AA"})
  void otherSchemesAreForbidden(String address) {
    JobError error = only(Request.newBuilder(REQUEST).setAudioUri(address).build());
    assertThat(error.getCode()).isEqualTo("ASSET_FORBIDDEN");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1/x",
        "https://10.1.2.3:8443/x?secret",
        "http://169.254.169.254/latest/meta-data",
        "http://[::1]:80/",
        "http://[fe80::1]/",
        "http://[fd00::1]/",
        "http://[::ffff:192.168.0.1]/",
        "http://[64:ff9b::10.0.0.1]/",
        "http://LOCALHOST:9000/x",
        "http://a.localhost./x",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://0X7F000001/",
        "http://017700000001/",
        "http://127.1/",
        "http://127.1:8080/a",
        "http://\uff11\uff12\uff17.0.0.1/a b",
        "http://0177.0.0.1/",
        "http://user:secret@127.0.0.1/",
        "ftp://example.com/a",
      })
  void anAssetThatCouldNeverBeFetchedIsRefusedWithAllElseThatIsWrong(String address) {
    Request request =
        Request.newBuilder(REQUEST).setImageUri(address).setAudioUri(address).setFps(1).build();
    assertThat(refused(request))
        .satisfiesExactlyInAnyOrder(
            one -> assertForbidden(one, "image_uri"),
            one -> assertForbidden(one, "audio_uri"),
            one -> assertThat(one.getMessage()).startsWith("fps is '1'"));
  }

  private static void assertForbidden(JobError error, String field) {
    assertThat(error.getCode()).isEqualTo("ASSET_FORBIDDEN");
    assertThat(error.getMessage()).startsWith(field + " is '").doesNotContain("secret");
  }

  @Test
  void aPrivateHostIsTakenWhereTheOperatorHasNamedItAndABucketOnlyIfAny() {
    Admission named =
        admission(
            Map.of(
                "fetch.private-hosts", "127.0.0.1:9000, Media.Internal",
                "fetch.s3-allowed", "assets/in, other"));
    Map<String, Boolean> expected =
        Map.of(
            "http://127.0.0.1:9000/x", true,
            "http://127.0.0.1:9001/x", false,
            "https://media.internal/x", true,
            "https://93.184.215.14/x", true,
            "https://example.com/x", true,
            "s3://assets/in/a b.png", true,
            "s3://assets/out/a.png", false,
            "s3://other/a.png", true,
            "s3://lipstream/work/a.png", false);

    expected.forEach(
        (address, taken) -> {
          Request request =
              Request.newBuilder(REQUEST).setImageUri(address).setAudioUri(address).build();
          assertThat(named.judge(request, RequestIdentity.of(request), NOW))
              .as(address)
              .isInstanceOf(taken ? Verdict.Admitted.class : Verdict.Refused.class);
        });
    Verdict refused =
        named.judge(
            Request.newBuilder(REQUEST).setAudioUri("s3://other/a.wav").build(),
            RequestIdentity.of(REQUEST),
            NOW);
    assertThat(((Verdict.Refused) refused).errors())
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.getCode()).isEqualTo("ASSET_FORBIDDEN");
              assertThat(one.getMessage())
                  .isEqualTo(
                      "image_uri is 's3://assets/a portrait é.png', expected an object in assets/in or other");
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.com/mein Bild ü.png?a b",
        "https://müller.example/视频.wav",
        "s3://assets/mein Bild ü 视频.png",
      })
  void addressesAreTakenAsPeopleWriteThem(String address) {
    Request request = Request.newBuilder(REQUEST).setImageUri(address).setAudioUri(address).build();
    assertThat(admitted(request).getImageUri()).isEqualTo(address);
  }

  @Test
  void faultsAreSaidUnderTheNamesThatTheSenderUses() {
    Request request =
        Request.newBuilder(REQUEST).setMinResolution(5).setImageUri("http://10.0.0.1/").build();
    Verdict verdict =
        admission.judge(
            request,
            RequestIdentity.of(request),
            NOW,
            GivenNames.of(Set.of("resolution", "image_url"))::of);
    assertThat(((Verdict.Refused) verdict).errors())
        .extracting(JobError::getMessage)
        .containsExactlyInAnyOrder(
            "resolution is '5', expected 128 to 2048 pixels",
            "image_url is 'http://10.0.0.1/', expected a host with a public address");
  }

  @Test
  void aDeadlineInSecondsIsSuspected() {
    Instant seconds = Instant.ofEpochMilli(NOW / 1000 + 60);
    assertThat(only(Request.newBuilder(REQUEST).setDeadline(seconds).build()).getMessage())
        .isEqualTo(
            "deadline is '1700000060', expected milliseconds since 1970 UTC, from 100000000000; are these seconds?");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a.png",
        "s3://",
        "s3://bucket",
        "s3://bucket/",
        "s3://b/../../etc/passwd",
        "s3://bucket/a/../b",
        "http://",
        "http:///a",
        "https://user:secret@example.com/a",
        "https://example.com:99999/a",
        "https://example.com:x/a b?token=secret",
        "s3://bucket/a\u0000b"
      })
  void addressesThatCannotBeMeantAreRefusedWithoutSecrets(String address) {
    JobError error = only(Request.newBuilder(REQUEST).setImageUri(address).build());
    assertThat(error.getCode()).isEqualTo("INVALID_PARAMETER");
    assertThat(error.getMessage()).startsWith("image_uri is '").doesNotContain("secret");
  }

  @Property(tries = 300)
  void aWholeNumberIsTakenExactlyInItsRange(@ForAll @IntRange(min = -10, max = 3000) int value) {
    boolean taken =
        judge(Request.newBuilder(REQUEST).setMinResolution(value).build())
            instanceof Verdict.Admitted;
    assertThat(taken).isEqualTo(value >= 128 && value <= 2048);
  }

  @Property(tries = 300)
  void aFactorIsTakenExactlyInItsRange(@ForAll @DoubleRange(min = -1, max = 4) double value) {
    boolean taken =
        judge(Request.newBuilder(REQUEST).setDynamicScale(value).build())
            instanceof Verdict.Admitted;
    assertThat(taken).isEqualTo(value >= 0.5 && value <= 2.0);
  }

  @Property(tries = 300)
  void noTextWhateverMakesAdmissionFailOrAMessageBreak(
      @ForAll @StringLength(max = 300) String text) {
    Verdict verdict =
        judge(
            Request.newBuilder()
                .setRequestId(text)
                .setTenant(text)
                .setImageUri(text)
                .setAudioUri("s3://" + text)
                .setOutputUri("s3://cdn/" + text)
                .setPreset(text)
                .setUserData(text)
                .build());
    assertThat(((Verdict.Refused) verdict).errors())
        .allSatisfy(
            error -> {
              assertThat(error.getMessage().lines()).hasSize(1);
              assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(error.getMessage()))
                  .isTrue();
            });
  }

  @Property(tries = 300)
  void aJobIdTellsEveryTwoRequestIdsApart(
      @ForAll @StringLength(max = 6) String tenant, @ForAll @StringLength(max = 6) String id) {
    String joined = RequestIdentity.jobId(tenant + id, "");
    String apart = RequestIdentity.jobId(tenant, id);
    assertThat(apart).matches("[0-9a-f]{32}").isEqualTo(RequestIdentity.jobId(tenant, id));
    assertThat(RequestIdentity.isJobId(apart)).isTrue();
    char other = apart.charAt(5) == '0' ? '1' : '0';
    assertThat(RequestIdentity.isJobId(apart.substring(0, 5) + other + apart.substring(6)))
        .isFalse();
    if (!id.isEmpty()) {
      assertThat(apart).isNotEqualTo(joined);
    }
  }

  @Test
  void theDigestChangesWithEveryFieldOfTheContent() {
    String digest = RequestIdentity.of(REQUEST).requestDigest();
    assertThat(RequestIdentity.of(Request.newBuilder(REQUEST).build()).requestDigest())
        .isEqualTo(digest);
    assertThat(
            List.of(
                Request.newBuilder(REQUEST).setSeed(0).build(),
                Request.newBuilder(REQUEST).setFace(0).build(),
                Request.newBuilder(REQUEST).setUserData("").build(),
                Request.newBuilder(REQUEST).setLane(Lane.BULK).build()))
        .extracting(request -> RequestIdentity.of(request).requestDigest())
        .doesNotHaveDuplicates()
        .doesNotContain(digest);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "x=1",
        "x=512/15",
        "x=64/15/1.1",
        "x=512/15/9",
        "x=512/15/1.1/FAST",
        "=1/1/1"
      })
  void aPresetThatNoRequestCouldHaveIsRefusedAtTheStart(String preset) {
    assertThatThrownBy(
            () ->
                AdmissionSettings.from(
                    Settings.parse(AdmissionSettings.SETTINGS, Map.of("ingest.presets", preset))))
        .isInstanceOf(LipstreamException.class)
        .hasMessageContaining("'" + preset + "'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1/x",
        "https://10.1.2.3:8443/x",
        "http://169.254.169.254/latest/meta-data",
        "http://[::1]:80/",
        "http://[fe80::1]/",
        "http://[::ffff:192.168.0.1]/",
        "http://LOCALHOST:9000/x",
        "http://a.localhost./x",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://017700000001/",
        "http://127.1/",
        "http://0177.0.0.1/",
        "http://box:8080@127.0.0.1/"
      })
  void aCallbackThatCouldNeverBeCalledIsRefusedWithAllElseThatIsWrong(String address) {
    assertThat(
            refused(Request.newBuilder(REQUEST).setCallbackUrl(address).setFps(1).build()).stream()
                .map(JobError::getMessage))
        .satisfiesExactlyInAnyOrder(
            one -> assertThat(one).startsWith("callback_url is '"),
            one -> assertThat(one).startsWith("fps is '1'"));
  }

  @Test
  void aPrivateCallbackIsTakenWhereTheOperatorHasNamedItsHost() {
    Admission named =
        admission(Map.of("webhook.private-hosts", "127.0.0.1:9000, Localhost, [::1]:80"));
    Map<String, Boolean> expected =
        Map.of(
            "http://127.0.0.1:9000/x", true,
            "http://127.0.0.1:9001/x", false,
            "https://localhost/x", true,
            "http://[::1]/", true,
            "https://[::1]/", false,
            "https://93.184.215.14/x", true,
            "https://shop.example/x", true);

    expected.forEach(
        (address, taken) -> {
          Request request = Request.newBuilder(REQUEST).setCallbackUrl(address).build();
          assertThat(named.judge(request, RequestIdentity.of(request), NOW))
              .as(address)
              .isInstanceOf(taken ? Verdict.Admitted.class : Verdict.Refused.class);
        });
  }

  private Verdict judge(Request request) {
    return admission.judge(request, RequestIdentity.of(request), NOW);
  }

  private Job admitted(Request request) {
    return ((Verdict.Admitted) judge(request)).job();
  }

  private List<JobError> refused(Request request) {
    return ((Verdict.Refused) judge(request)).errors();
  }

  private JobError only(Request request) {
    List<JobError> errors = refused(request);
    assertThat(errors).hasSize(1);
    return errors.get(0);
  }
}
