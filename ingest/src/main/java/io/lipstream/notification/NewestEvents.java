package io.lipstream.notification;

import io.lipstream.storage.ObjectAddress;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The newest event of each object that was seen lately; what is older was overtaken. The same event
 * again is not: whoever works on it must be able to do so twice. Of the keys that have been quiet
 * longest nothing is remembered beyond the limit; an old event of one of those is worked on, which
 * does no harm. For one thread.
 */
final class NewestEvents {
  private final Map<ObjectAddress, BigInteger> newest;

  /**
   * Nothing is known yet.
   *
   * @param most objects remembered
   */
  NewestEvents(int most) {
    newest =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<ObjectAddress, BigInteger> eldest) {
            return size() > most;
          }
        };
  }

  /** Whether a newer event of the object was seen; takes note of this one. */
  boolean overtook(ObjectEvent event) {
    if (event.sequencer().isEmpty()) {
      return false;
    }
    BigInteger sequencer = event.sequencer().get();
    return newest.merge(event.address(), sequencer, BigInteger::max).compareTo(sequencer) > 0;
  }
}
