package io.lipstream.ingest;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * One bound on the memory of all stores of the process, where Kafka Streams would give each of the
 * ledger's 24 a cache of its own. Made by Kafka Streams, on any thread.
 */
public final class SharedStoreMemory implements RocksDBConfigSetter {
  private static final long CACHE_BYTES = 64L << 20;
  private static final long WRITE_BYTES = 32L << 20;

  /** RocksDB's own blocks, of a megabyte, would fill the bound with what no store has written. */
  private static final long BLOCK_BYTES = 64L << 10;

  static {
    RocksDB.loadLibrary();
  }

  private static final Cache CACHE = new LRUCache(CACHE_BYTES);
  private static final WriteBufferManager WRITES = new WriteBufferManager(WRITE_BYTES, CACHE);

  @Override
  public void setConfig(String storeName, Options options, Map<String, Object> configs) {
    BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
    table.setBlockCache(CACHE);
    table.setCacheIndexAndFilterBlocks(true);
    options.setTableFormatConfig(table);
    options.setWriteBufferManager(WRITES);
    options.setMaxWriteBufferNumber(2);
    options.setArenaBlockSize(BLOCK_BYTES);
  }

  /** Cache and buffers live as long as the process. */
  @Override
  public void close(String storeName, Options options) {}
}
