package io.lipstream.quota;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How many requests a tenant may send.
 *
 * @param standard allowance of a tenant that is not named
 * @param tenants allowances of those that are
 * @param repeats how long the same request again costs nothing
 */
public record QuotaSettings(Allowance standard, Map<String, Allowance> tenants, Duration repeats) {
  private static final String PER_MINUTE = "quota.per-minute";
  private static final String BURST = "quota.burst";
  private static final String TENANTS = "quota.tenants";

  public static final List<Setting> SETTINGS =
      List.of(
          new Setting(
              PER_MINUTE, "5", "requests", "Requests a minute that a tenant may send; 0 for any."),
          new Setting(
              BURST, "10", "requests", "Requests that a tenant who was silent may send at once."),
          new Setting(
              TENANTS,
              "",
              "tenant=per minute/burst list",
              "Tenants with another quota; 0/0 for none."),
          new Setting(
              "quota.repeats-ms",
              "86400000",
              "ms",
              "How long the same request id again costs no quota."));

  public QuotaSettings {
    tenants = Map.copyOf(tenants);
  }

  /** Reads the keys of {@link #SETTINGS}. */
  public static QuotaSettings from(Settings settings) {
    Map<String, Allowance> tenants = new LinkedHashMap<>();
    for (String pair : settings.list(TENANTS)) {
      int equals = pair.lastIndexOf('=');
      if (equals < 1) {
        throw invalid(TENANTS, pair, "tenant=per minute/burst");
      }
      tenants.put(pair.substring(0, equals).strip(), parse(pair.substring(equals + 1), pair));
    }
    return new QuotaSettings(
        allowance(PER_MINUTE, settings.decimal(PER_MINUTE), BURST, settings.decimal(BURST)),
        tenants,
        settings.milliseconds("quota.repeats-ms"));
  }

  /** What a tenant may send. */
  public Allowance of(String tenant) {
    return tenants.getOrDefault(tenant, standard);
  }

  private static Allowance parse(String text, String pair) {
    String[] numbers = text.split("/", -1);
    try {
      if (numbers.length != 2) {
        throw new NumberFormatException(text);
      }
      return allowance(
          TENANTS, Double.parseDouble(numbers[0]), TENANTS, Double.parseDouble(numbers[1]));
    } catch (NumberFormatException e) {
      throw invalid(TENANTS, pair, "tenant=per minute/burst");
    }
  }

  private static Allowance allowance(
      String rateKey, double perMinute, String burstKey, double burst) {
    if (!(perMinute >= 0 && perMinute < Double.POSITIVE_INFINITY)) {
      throw invalid(rateKey, Double.toString(perMinute), "0 or more requests a minute");
    }
    if (perMinute > 0 && !(burst >= 1 && burst < Double.POSITIVE_INFINITY)) {
      throw invalid(burstKey, Double.toString(burst), "at least 1 request");
    }
    return new Allowance(perMinute, burst);
  }

  private static LipstreamException invalid(String key, String value, String expected) {
    return new LipstreamException(
        ErrorCode.CONFIGURATION_INVALID,
        "configuration key '%s' holds '%s', expected %s".formatted(key, value, expected));
  }
}
