package io.lipstream.field;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Under which names a client has sent fields, so that it is answered in its own words. Pure.
 *
 * @param byField the client's name of each field that it has sent
 */
public record GivenNames(Map<String, String> byField) {
  public GivenNames {
    byField = Map.copyOf(byField);
  }

  /** Those of a request. */
  public static GivenNames of(Set<String> given) {
    Map<String, String> byField = new HashMap<>();
    given.forEach(name -> byField.put(RequestFields.ALIASES.getOrDefault(name, name), name));
    return new GivenNames(byField);
  }

  /** The same, but for one field. */
  public GivenNames with(String field, String name) {
    Map<String, String> other = new HashMap<>(byField);
    other.put(field, name);
    return new GivenNames(other);
  }

  /** The name of a field; its own where it was not sent. */
  public String of(String field) {
    return byField.getOrDefault(field, field);
  }
}
