package io.lipstream.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class QuotaTest {
  private static final long START = 1_700_000_000_000L;
  private static final int PER_MINUTE = 5;
  private static final int BURST = 10;

  private final Quota quota = quota("shop=60/120, news=0/0");
  private byte[] state;

  @Test
  void aSilentTenantMaySendItsBurstAndThenItsRate() {
    for (int i = 0; i < BURST; i++) {
      assertThat(retryAt("acme", START)).isZero();
    }
    assertThat(retryAt("acme", START)).isEqualTo(START + 12_000);
    assertThat(retryAt("acme", START + 11_999)).isEqualTo(START + 12_000);
    assertThat(retryAt("acme", START + 12_000)).isZero();
    assertThat(retryAt("acme", START + 12_000)).isEqualTo(START + 24_000);
  }

  @Test
  void aNamedTenantHasItsOwn() {
    for (int i = 0; i < 120; i++) {
      assertThat(retryAt("shop", START)).isZero();
    }
    assertThat(retryAt("shop", START)).isEqualTo(START + 1000);
    assertThat(quota.refusal("shop", START + 1000, START))
        .isEqualTo(
            "tenant 'shop' has sent more than 60 requests a minute (120 at once); send it again in 1 s");
  }

  @Test
  void ofAnUnlimitedTenantNothingIsKept() {
    assertThat(quota.count("news", null, START))
        .isEqualTo(new Quota.Count(java.util.Optional.empty(), 0));
  }

  @Test
  void timeThatGoesBackBuysNothing() {
    for (int i = 0; i < BURST; i++) {
      retryAt("acme", START);
    }
    assertThat(retryAt("acme", START - 3_600_000)).isPositive();
    assertThat(retryAt("acme", START)).isPositive();
  }

  @Property
  void inNoSpanOfTimeIsMoreLetThroughThanBurstAndRateAllow(
      @ForAll @Size(max = 200) List<@IntRange(max = 20_000) Integer> pauses) {
    Quota counting = quota("");
    List<Long> admitted = new ArrayList<>();
    byte[] kept = null;
    long now = START;
    for (int pause : pauses) {
      now += pause;
      Quota.Count count = counting.count("acme", kept, now);
      kept = count.state().orElseThrow();
      if (count.retryAt() == 0) {
        admitted.add(now);
      } else {
        assertThat(count.retryAt()).isGreaterThan(now);
        assertThat(counting.count("acme", kept, count.retryAt()).retryAt())
            .as("it may come when it was told to")
            .isZero();
      }
    }
    for (int i = 0; i < admitted.size(); i++) {
      for (int j = i; j < admitted.size(); j++) {
        double allowed = BURST + (admitted.get(j) - admitted.get(i)) * PER_MINUTE / 60_000.0;
        assertThat((double) (j - i + 1)).isLessThanOrEqualTo(allowed + 1e-6);
      }
    }
  }

  private long retryAt(String tenant, long now) {
    Quota.Count count = quota.count(tenant, state, now);
    state = count.state().orElseThrow();
    return count.retryAt();
  }

  private static Quota quota(String tenants) {
    return new Quota(
        QuotaSettings.from(
            Settings.parse(QuotaSettings.SETTINGS, Map.of("quota.tenants", tenants))));
  }
}
