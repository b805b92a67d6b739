package io.lipstream.storage;

/**
 * An object that stands in the store.
 *
 * @param address where
 * @param size bytes
 * @param description type and metadata as they were given when it was created
 */
public record StoredObject(ObjectAddress address, long size, ObjectDescription description) {}
