package io.lipstream.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.javalin.http.Context;
import io.lipstream.error.ErrorCode;
import io.lipstream.field.ShownText;
import io.lipstream.ledger.JobRow;
import java.security.MessageDigest;
import java.util.Optional;

/**
 * Who calls. With keys the caller is the tenant of its key and sees nothing of others; without
 * keys, on loopback, it is whatever tenant it names.
 *
 * @param tenant of the key; none where no keys are asked for
 */
record Caller(Optional<String> tenant) {
  /** Tenant of a call that names none, where no keys are asked for. */
  static final String NOBODY = "default";

  private static final String BEARER = "Bearer ";

  /**
   * The caller of a call.
   *
   * @throws Refusal UNAUTHORIZED
   */
  static Caller of(Context context, Optional<ApiKeys> keys) {
    if (keys.isEmpty()) {
      return new Caller(Optional.empty());
    }
    String key = key(context);
    Optional<String> tenant = key.isEmpty() ? Optional.empty() : keys.get().tenantOf(key);
    if (tenant.isEmpty()) {
      throw Refusal.of(
          ErrorCode.UNAUTHORIZED,
          (key.isEmpty() ? "there is no API key" : "the API key is not known")
              + ", expected one in X-API-Key or Authorization: Bearer");
    }
    return new Caller(tenant);
  }

  /**
   * The tenant of a call that may come without a key.
   *
   * @throws Refusal UNAUTHORIZED for a key that is not known
   */
  static Optional<String> known(Context context, Optional<ApiKeys> keys) {
    return key(context).isEmpty() ? Optional.empty() : of(context, keys).tenant();
  }

  private static String key(Context context) {
    String authorization = context.header("Authorization");
    if (authorization != null && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return authorization.substring(BEARER.length()).strip();
    }
    return Optional.ofNullable(context.header("X-API-Key")).orElse("").strip();
  }

  /**
   * Whom the call is for.
   *
   * @param named the tenant that the call itself names, may be null
   * @throws Refusal INVALID_PARAMETER if that is not the key's
   */
  String actsFor(String named) {
    if (tenant.isPresent() && named != null && !tenant.get().equals(named)) {
      throw Refusal.of(
          ErrorCode.INVALID_PARAMETER,
          "tenant is '%s', expected '%s', whose key this is"
              .formatted(ShownText.of(named), tenant.get()));
    }
    return tenant.orElse(named == null ? NOBODY : named);
  }

  /** Whether the caller may know of the job. */
  boolean owns(JobRow row) {
    return tenant.map(row.getTenant()::equals).orElse(true);
  }

  /**
   * Lets only other instances pass.
   *
   * @param secret may be empty where only this machine can call
   */
  static void checkInstance(Context context, String secret) {
    String shown = Optional.ofNullable(context.header(RemoteRows.SECRET_HEADER)).orElse("");
    String expected = secret.isEmpty() ? "none" : secret;
    if (!MessageDigest.isEqual(shown.getBytes(UTF_8), expected.getBytes(UTF_8))) {
      throw Refusal.of(ErrorCode.UNAUTHORIZED, "this address is for other instances only");
    }
  }
}
