package io.lipstream.interleaving;

import org.apache.flink.runtime.io.network.api.writer.ResultPartitionWriter;
import org.apache.flink.runtime.io.network.partition.ResultPartition;

/**
 * Bounds the segments that are released and that no render worker has read: so many a worker and no
 * more, since what lies in the network can't be overtaken. Flink tells the bytes that nobody has
 * read; how long a segment is, is learnt from those that were written. One thread.
 */
final class ReleaseGate {
  private final ResultPartitionWriter network;
  private final int unreadPerWorker;
  private long segmentBytes = 1;

  /**
   * @param unreadPerWorker segments that may wait for each worker, at least 1
   */
  ReleaseGate(ResultPartitionWriter network, int unreadPerWorker) {
    this.network = network;
    this.unreadPerWorker = unreadPerWorker;
  }

  boolean isOpen() {
    return network.isAvailable()
        && unread() < segmentBytes * unreadPerWorker * network.getNumberOfSubpartitions();
  }

  /** Runs a release of one segment. */
  void pass(Runnable release) {
    long before = unread();
    release.run();
    segmentBytes = Math.max(segmentBytes, unread() - before);
  }

  private long unread() {
    return network instanceof ResultPartition partition
        ? partition.getSizeOfQueuedBuffersUnsafe()
        : 0;
  }
}
