package io.lipstream.notification;

import io.lipstream.storage.ObjectAddress;

/** What a new object may start. */
sealed interface Trigger {
  String tenant();

  /** What the client has called it. */
  String name();

  /**
   * A request, as JSON.
   *
   * @param address where it stands
   */
  record RequestObject(String tenant, String name, ObjectAddress address) implements Trigger {}

  /**
   * One of portrait and voice of a pair.
   *
   * @param folder where both stand, with its slash
   */
  record PairMember(String tenant, String name, ObjectAddress folder) implements Trigger {}
}
