package io.lipstream.gateway;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How many tasks may be watched at once: in all, by one caller, and of these few that the ledger
 * has not met, whose ids anybody can make up. Of what is left nobody may take a place who has as
 * many already: who has none finds one, however many callers have taken theirs (k of them that take
 * all they can have a (k+1)th of the places each, and one more share stays free). Thread-safe.
 */
final class StreamPlaces {
  /** Streams of an instance. */
  static final int MOST = 200;

  /** Streams of one caller. */
  static final int OF_ONE_CALLER = 50;

  private static final int UNKNOWN = 40;
  private static final int UNKNOWN_OF_ONE_CALLER = 10;

  private final Map<String, Share> shares = new HashMap<>();
  private int taken;
  private int unknown;

  /**
   * Takes a place.
   *
   * @param caller a key's tenant, or an address
   * @param known whether the ledger has met the task
   * @return none if there is none left
   */
  synchronized Optional<Place> take(String caller, boolean known) {
    Share share = shares.getOrDefault(caller, new Share(0, 0));
    boolean free =
        share.taken() < Math.min(OF_ONE_CALLER, MOST - taken)
            && (known || share.unknown() < Math.min(UNKNOWN_OF_ONE_CALLER, UNKNOWN - unknown));
    if (!free) {
      return Optional.empty();
    }
    count(caller, 1, known ? 0 : 1);
    return Optional.of(new Place(caller, known));
  }

  private void count(String caller, int places, int ofUnknown) {
    taken += places;
    unknown += ofUnknown;
    shares.compute(
        caller,
        (name, share) -> {
          Share before = share == null ? new Share(0, 0) : share;
          Share after = new Share(before.taken() + places, before.unknown() + ofUnknown);
          return after.taken() == 0 ? null : after;
        });
  }

  private record Share(int taken, int unknown) {}

  /** The place of one stream, free again when closed. */
  final class Place implements AutoCloseable {
    private final String caller;
    private boolean known;
    private boolean closed;

    private Place(String caller, boolean known) {
      this.caller = caller;
      this.known = known;
    }

    /** Says that the ledger has met the task. */
    void becameKnown() {
      synchronized (StreamPlaces.this) {
        if (!known && !closed) {
          known = true;
          count(caller, 0, -1);
        }
      }
    }

    @Override
    public void close() {
      synchronized (StreamPlaces.this) {
        if (!closed) {
          closed = true;
          count(caller, -1, known ? 0 : -1);
        }
      }
    }
  }
}
