package io.lipstream.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
  private static final List<String> NAMES =
      List.of("fps", "wait", "hd-short", "realtime", "min_resolution", "image_url");

  private static final List<Setting> DECLARED =
      List.of(
          new Setting("fetch.timeout", "30000", "ms", "Time limit."),
          new Setting("fetch.hosts", "", "host list", "Hosts."),
          new Setting("fetch.enabled", "true", "flag", "Whether to fetch."),
          new Setting("fetch.limit", "0.5", "share", "Limit."),
          new Setting("fetch.order", "oldest_first", "order", "Order."));

  private enum Order {
    ANY,
    OLDEST_FIRST,
    NEWEST_FIRST
  }

  @Test
  void fillsWhatIsNotGiven() {
    Settings settings = Settings.parse(DECLARED, Map.of());
    assertThat(settings.milliseconds("fetch.timeout")).isEqualTo(Duration.ofSeconds(30));
    assertThat(settings.list("fetch.hosts")).isEmpty();
    assertThat(settings.optionalText("fetch.hosts")).isEmpty();
    assertThat(settings.flag("fetch.enabled")).isTrue();
    assertThat(settings.decimal("fetch.limit")).isEqualTo(0.5);
  }

  @Test
  void aChoiceIsOneOfTheNamesInLowerCase() {
    assertThat(Settings.parse(DECLARED, Map.of()).choice("fetch.order", Order.class))
        .isEqualTo(Order.OLDEST_FIRST);
    for (String wrong : List.of("ANY", "", "best")) {
      Settings settings = Settings.parse(DECLARED, Map.of("fetch.order", wrong));
      assertThatThrownBy(() -> settings.choice("fetch.order", Order.class))
          .isInstanceOfSatisfying(
              LipstreamException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID))
          .hasMessage(
              "configuration key 'fetch.order' is '%s', expected any, oldest_first or newest_first",
              wrong);
    }
  }

  @Test
  void takesWhatIsGiven() {
    Settings settings =
        Settings.parse(
            DECLARED,
            Map.of("fetch.timeout", " 5 ", "fetch.hosts", "a, b,,c ", "fetch.enabled", "false"));
    assertThat(settings.integer("fetch.timeout")).isEqualTo(5);
    assertThat(settings.bytes("fetch.timeout")).isEqualTo(5L);
    assertThat(settings.list("fetch.hosts")).containsExactly("a", "b", "c");
    assertThat(settings.flag("fetch.enabled")).isFalse();
  }

  @Test
  void namesTheKeyThatWasMeant() {
    assertThatThrownBy(() -> Settings.parse(DECLARED, Map.of("fetch.timout", "1")))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID))
        .hasMessageContaining("'fetch.timout'")
        .hasMessageContaining("'fetch.timeout'");
  }

  @Test
  void namesTheValueAndWhatWouldBeRight() {
    Settings settings =
        Settings.parse(DECLARED, Map.of("fetch.timeout", "soon", "fetch.enabled", "yes"));
    assertThatThrownBy(() -> settings.milliseconds("fetch.timeout"))
        .hasMessage(
            "configuration key 'fetch.timeout' is 'soon', expected a whole number of milliseconds");
    assertThatThrownBy(() -> settings.flag("fetch.enabled"))
        .hasMessage("configuration key 'fetch.enabled' is 'yes', expected true or false");
  }

  @Test
  void refusesToReadAKeyThatTheCodeDidNotDeclare() {
    Settings settings = Settings.parse(DECLARED, Map.of());
    assertThatThrownBy(() -> settings.text("fetch.depth"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Property(tries = 100)
  void aKnownNameIsItsOwnNearest(
      @ForAll @Size(max = 10) List<@AlphaChars @StringLength(min = 1, max = 20) String> names) {
    for (String name : names) {
      assertThat(NearestName.of(name, names)).contains(name);
    }
  }

  @Property(tries = 200)
  void oneSlipOfThePenIsUnderstood(
      @ForAll @IntRange(max = 21) int position, @ForAll @AlphaChars char letter) {
    String right = "kafka.bootstrap-servers";
    String wrong = right.substring(0, position) + letter + right.substring(position + 1);
    assertThat(NearestName.of(wrong, List.of("registry.url", right, "kafka.properties-file")))
        .contains(right);
  }

  @ParameterizedTest
  @CsvSource({
    "hd-shrot, hd-short",
    "wiat, wait",
    "image, image_url",
    "min_resolutoin, min_resolution",
    "fp, fps",
  })
  void aSlipSwappedLettersOrABeginningIsUnderstood(String mistyped, String meant) {
    assertThat(NearestName.hint(mistyped, NAMES)).isEqualTo("did you mean '%s'?".formatted(meant));
  }

  @ParameterizedTest
  @ValueSource(strings = {"foo", "nope", "x", "", "colour", "resolutions of the picture"})
  void whatHasNothingInCommonIsAnsweredWithAllNames(String mistyped) {
    assertThat(NearestName.hint(mistyped, NAMES))
        .isEqualTo("expected one of fps, wait, hd-short, realtime, min_resolution, image_url");
    assertThat(NearestName.hint(mistyped, List.of())).isEqualTo("expected none");
  }

  @Test
  void nothingIsNearWhereNothingIsKnown() {
    assertThat(NearestName.of("anything", List.of())).isEmpty();
  }
}
