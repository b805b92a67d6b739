package io.lipstream.gateway;

import io.lipstream.storage.ObjectStore;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * What stands behind the gateway.
 *
 * @param news says which rows this instance writes
 * @param held answers other instances; null where there are none
 * @param alive whether the topology can still do something
 * @param ready whether it does
 * @param measurements adds those of Kafka
 */
record Backing(
    TaskDirectory directory,
    RowNews news,
    HeldRows held,
    Outbox outbox,
    ObjectStore store,
    VideoLinks links,
    BooleanSupplier alive,
    BooleanSupplier ready,
    Consumer<StringBuilder> measurements) {}
