package io.lipstream.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.encoding.EncodingSettings;
import io.lipstream.pipeline.JobTicket;
import io.lipstream.pipeline.RenderParameters;
import io.lipstream.settings.Settings;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.NumericChars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class ResultKeyTest {
  private static final RenderParameters USUAL = RenderParameters.defaults();
  private static final ResultKey KEY = key(Map.of());

  @Test
  void whoAsksAndWhenAndWhereToIsNoPartOfIt() {
    JobTicket other =
        new JobTicket(
            "other",
            3,
            "tenant",
            "digest",
            "INTERACTIVE",
            "s3://a/elsewhere",
            "https://x/y",
            "s3://videos/other",
            2.5,
            USUAL,
            "pinned",
            10,
            "calm",
            7,
            8);

    assertThat(KEY.of(other, "p", "v", "m"))
        .isEqualTo(KEY.of(job("tenant", 2.5, USUAL, 10, "calm"), "p", "v", "m"));
  }

  @Test
  void everyPartThatDecidesIsPartOfIt() {
    JobTicket usual = job("tenant", 2.5, USUAL, 10, "calm");
    RenderParameters seeded =
        new RenderParameters(512, 0.2, 25, 1.0, 1.0, true, true, 1, 25, false, 0);

    Stream<String> names =
        Stream.of(
            KEY.of(usual, "p", "v", "m"),
            KEY.of(usual, "p2", "v", "m"),
            KEY.of(usual, "p", "v2", "m"),
            KEY.of(usual, "p", "v", "m2"),
            KEY.of(job("tenant 2", 2.5, USUAL, 10, "calm"), "p", "v", "m"),
            KEY.of(job("tenant", 2.6, USUAL, 10, "calm"), "p", "v", "m"),
            KEY.of(job("tenant", Double.NaN, USUAL, 10, "calm"), "p", "v", "m"),
            KEY.of(job("tenant", 2.5, seeded, 10, "calm"), "p", "v", "m"),
            KEY.of(job("tenant", 2.5, USUAL, 11, "calm"), "p", "v", "m"),
            KEY.of(job("tenant", 2.5, USUAL, 10, ""), "p", "v", "m"),
            key(Map.of(EncodingSettings.SETTINGS.get(0).key(), "30")).of(usual, "p", "v", "m"));

    Set<String> different = names.collect(Collectors.toSet());
    assertThat(different).hasSize(11).allMatch(name -> name.matches("[0-9a-f]{64}"));
  }

  @Property
  void noTenantCanTakeTheFormOfAnother(
      @ForAll @AlphaChars @NumericChars @StringLength(min = 1, max = 4) String tenant,
      @ForAll @AlphaChars @NumericChars @StringLength(min = 1, max = 4) String portrait,
      @ForAll @AlphaChars @NumericChars @StringLength(min = 1, max = 4) String otherTenant,
      @ForAll @AlphaChars @NumericChars @StringLength(min = 1, max = 4) String otherPortrait) {
    boolean same = tenant.equals(otherTenant) && portrait.equals(otherPortrait);

    assertThat(name(tenant, portrait).equals(name(otherTenant, otherPortrait))).isEqualTo(same);
  }

  private static String name(String tenant, String portrait) {
    return KEY.of(job(tenant, 2.5, USUAL, 10, ""), portrait, "v", "m");
  }

  private static ResultKey key(Map<String, String> given) {
    return ResultKey.of(Settings.parse(DataPlaneSettings.SETTINGS, given));
  }

  private static JobTicket job(
      String tenant,
      double duration,
      RenderParameters parameters,
      double maxAudioSeconds,
      String voiceStyle) {
    return new JobTicket(
        "job",
        1,
        tenant,
        "other digest",
        "BULK",
        "s3://a/i",
        "s3://a/v",
        "s3://videos/job",
        duration,
        parameters,
        "",
        maxAudioSeconds,
        voiceStyle,
        0,
        Long.MAX_VALUE);
  }
}
