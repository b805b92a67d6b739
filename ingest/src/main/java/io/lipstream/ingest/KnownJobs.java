package io.lipstream.ingest;

import java.util.ArrayList;
import java.util.List;

/**
 * Tells of most jobs without a row that they have none, so that a new request costs no search in
 * the store; never of one that has a row. Bloom filters, each twice as large as the one before,
 * with ten bits and seven probes an id: about one new job in a hundred is looked up in vain for
 * each of them. What is removed from the store stays in them. When as many ids were added as they
 * may hold at most, every job may be known, until the task starts again. For one stream thread.
 */
final class KnownJobs {
  private static final int FIRST = 1 << 14;
  private static final int BITS_EACH = 10;
  private static final int PROBES = 7;

  private final int most;
  private final List<long[]> filters = new ArrayList<>();
  private int room;
  private int added;

  /**
   * @param most ids beyond which nothing is told any more; ten bits of memory each
   */
  KnownJobs(int most) {
    this.most = most;
  }

  /** A job has a row. */
  void add(String jobId) {
    if (added >= most) {
      filters.clear();
      return;
    }
    long hash = hash(jobId);
    if (known(hash)) {
      return;
    }
    if (room == 0) {
      room = FIRST << filters.size();
      filters.add(new long[room * BITS_EACH / Long.SIZE]);
    }
    long[] newest = filters.get(filters.size() - 1);
    for (int probe = 0; probe < PROBES; probe++) {
      int bit = bit(hash, probe, newest);
      newest[bit / Long.SIZE] |= 1L << bit;
    }
    room--;
    added++;
  }

  /** Whether a job may have a row; false only if it has none. */
  boolean mayHave(String jobId) {
    return added >= most || known(hash(jobId));
  }

  private boolean known(long hash) {
    for (long[] filter : filters) {
      if (isIn(filter, hash)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isIn(long[] filter, long hash) {
    for (int probe = 0; probe < PROBES; probe++) {
      int bit = bit(hash, probe, filter);
      if ((filter[bit / Long.SIZE] & 1L << bit) == 0) {
        return false;
      }
    }
    return true;
  }

  /** Kirsch and Mitzenmacher: as many hashes as wanted, of the two halves of one. */
  private static int bit(long hash, int probe, long[] filter) {
    int mixed = (int) (hash >>> Integer.SIZE) + probe * (int) hash;
    return Math.floorMod(mixed, filter.length * Long.SIZE);
  }

  /** FNV-1a over the characters, then the last step of MurmurHash3, as the first mixes badly. */
  private static long hash(String text) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
    hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
    return hash ^ hash >>> 33;
  }
}
