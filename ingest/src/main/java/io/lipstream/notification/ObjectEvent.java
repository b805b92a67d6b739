package io.lipstream.notification;

import io.lipstream.storage.ObjectAddress;
import java.math.BigInteger;
import java.util.Optional;

/**
 * Something that happened to an object.
 *
 * @param address with the key as it is, not as it was encoded
 * @param sequencer order of the events of one key, where the store tells it
 */
record ObjectEvent(Kind kind, ObjectAddress address, Optional<BigInteger> sequencer) {
  enum Kind {
    CREATED,
    REMOVED
  }
}
