package io.lipstream.admission;

import io.lipstream.error.ErrorCode;
import io.lipstream.event.Job;
import io.lipstream.event.Lane;
import io.lipstream.event.Parameters;
import io.lipstream.event.Request;
import io.lipstream.settings.NearestName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Turns a request into a job, or says everything that is wrong with it at once. A value of the
 * request goes before the preset's, and that before the default of Parameters.avsc. Pure and
 * thread-safe.
 */
public final class Admission {
  /** What a tenant's name is made of, for a message. */
  public static final String TENANT_EXPECTED =
      "1 to 64 characters of A-Z a-z 0-9 . _ - that do not begin with a dot";

  private static final Parameters DEFAULTS = Parameters.newBuilder().build();

  private final AdmissionSettings settings;
  private final Map<String, Preset> presets;
  private final Map<String, Parameters> byPreset;

  public Admission(AdmissionSettings settings) {
    this.settings = settings;
    this.presets =
        settings.presets().stream().collect(Collectors.toMap(Preset::name, Function.identity()));
    this.byPreset =
        settings.presets().stream().collect(Collectors.toMap(Preset::name, Preset::parameters));
  }

  /**
   * Judges one request.
   *
   * @param now when it is judged, milliseconds since 1970 UTC
   */
  public Verdict judge(Request request, RequestIdentity identity, long now) {
    return judge(request, identity, now, UnaryOperator.identity());
  }

  /**
   * As above, for who has sent fields under other names.
   *
   * @param names the sender's name of a field
   */
  public Verdict judge(
      Request request, RequestIdentity identity, long now, UnaryOperator<String> names) {
    Faults faults = new Faults(names);
    checkTexts(request, faults);
    checkAddresses(request, faults);
    Ranges.check(request, faults);
    Optional<Preset> preset = preset(request, faults);
    preset.ifPresent(chosen -> checkDuration(request, chosen, faults));
    return faults.all().isEmpty()
        ? admitted(request, identity, preset, now)
        : new Verdict.Refused(faults.all());
  }

  /** Whether a text can be a tenant's name. */
  public static boolean isTenant(String text) {
    return TextRules.tenant(text);
  }

  private static void checkTexts(Request request, Faults faults) {
    if (!TextRules.tenant(request.getTenant())) {
      faults.invalid("tenant", request.getTenant(), TENANT_EXPECTED);
    }
    if (!TextRules.requestId(request.getRequestId())) {
      faults.invalid(
          "request_id",
          request.getRequestId(),
          "1 to 128 characters without control characters or line breaks");
    }
    if (request.getUserData() != null && !TextRules.userData(request.getUserData())) {
      faults.invalid("user_data", request.getUserData(), "up to 1000 bytes of UTF-8");
    }
    if (request.getVoiceStyle() != null && !TextRules.voiceStyle(request.getVoiceStyle())) {
      faults.invalid("voice_style", request.getVoiceStyle(), "1 to 64 characters on one line");
    }
  }

  private void checkAddresses(Request request, Faults faults) {
    Addresses addresses = new Addresses(faults, settings.sources());
    addresses.asset("image_uri", request.getImageUri());
    addresses.asset("audio_uri", request.getAudioUri());
    Uploaded uploads = new Uploaded(settings.uploadPrefix());
    uploads.check("image_uri", request.getImageUri(), request.getTenant(), faults);
    uploads.check("audio_uri", request.getAudioUri(), request.getTenant(), faults);
    if (request.getOutputUri() != null) {
      addresses.output(
          "output_uri", request.getOutputUri(), settings.outputBuckets(), request.getTenant());
    }
    if (request.getCallbackUrl() != null) {
      addresses.callback("callback_url", request.getCallbackUrl(), settings.privateReceivers());
    }
  }

  private Optional<Preset> preset(Request request, Faults faults) {
    String name = request.getPreset();
    if (name == null) {
      return Optional.empty();
    }
    Preset preset = presets.get(name);
    if (preset == null) {
      String shown = TextRules.shown(name);
      faults.add(
          ErrorCode.UNKNOWN_PRESET,
          "preset is '%s', %s".formatted(shown, NearestName.hint(shown, names())));
    }
    return Optional.ofNullable(preset);
  }

  /** Names of the presets, in the order of the configuration. */
  private List<String> names() {
    return settings.presets().stream().map(Preset::name).toList();
  }

  private static void checkDuration(Request request, Preset preset, Faults faults) {
    Double duration = request.getDuration();
    if (duration != null && preset.maxSeconds().filter(most -> duration > most).isPresent()) {
      faults.invalid(
          "duration",
          duration,
          "at most %s seconds for preset %s".formatted(preset.maxSeconds().get(), preset.name()));
    }
  }

  private Verdict admitted(
      Request request, RequestIdentity identity, Optional<Preset> preset, long now) {
    Job job = job(request, identity, preset, now);
    boolean degradable =
        first(request.getDegradable(), preset.map(Preset::degradable).orElse(false));
    return new Verdict.Admitted(job, job.getParameters(), degradable);
  }

  private Job job(Request request, RequestIdentity identity, Optional<Preset> preset, long now) {
    return Job.newBuilder()
        .setJobId(identity.jobId())
        .setAttempt(1)
        .setTenant(request.getTenant())
        .setRequestId(request.getRequestId())
        .setRequestDigest(identity.requestDigest())
        .setLane(first(request.getLane(), preset.map(Preset::lane).orElse(Lane.BULK)))
        .setImageUri(request.getImageUri())
        .setAudioUri(request.getAudioUri())
        .setOutputUri(first(request.getOutputUri(), defaultOutput(identity)))
        .setDeclaredDuration(request.getDuration())
        .setParameters(parameters(request, preset))
        .setModelDigest(settings.modelDigest().orElse(null))
        .setAcceptedAt(Instant.ofEpochMilli(now))
        .setDeadline(request.getDeadline())
        .setMaxAudioSeconds(preset.flatMap(Preset::maxSeconds).orElse(null))
        .build();
  }

  private String defaultOutput(RequestIdentity identity) {
    return "s3://"
        + settings.outputBuckets().get(0)
        + "/"
        + Addresses.videos(identity.tenant())
        + identity.jobId()
        + ".mp4";
  }

  private Parameters parameters(Request request, Optional<Preset> preset) {
    Parameters open = preset.map(Preset::name).map(byPreset::get).orElse(DEFAULTS);
    return Parameters.newBuilder()
        .setMinResolution(first(request.getMinResolution(), open.getMinResolution()))
        .setExpandRatio(first(request.getExpandRatio(), open.getExpandRatio()))
        .setInferenceSteps(first(request.getInferenceSteps(), open.getInferenceSteps()))
        .setDynamicScale(first(request.getDynamicScale(), open.getDynamicScale()))
        .setMotionScale(first(request.getMotionScale(), open.getMotionScale()))
        .setLipSyncRefinement(first(request.getLipSyncRefinement(), open.getLipSyncRefinement()))
        .setSmoothMotion(first(request.getSmoothMotion(), open.getSmoothMotion()))
        .setSeed(first(request.getSeed(), open.getSeed()))
        .setFps(first(request.getFps(), open.getFps()))
        .setFraming(first(request.getFraming(), open.getFraming()))
        .setFace(first(request.getFace(), open.getFace()))
        .setVoiceStyle(request.getVoiceStyle())
        .build();
  }

  private static <T> T first(T given, T otherwise) {
    return given != null ? given : otherwise;
  }
}
