package io.lipstream.storage;

/**
 * An object as a listing shows it.
 *
 * @param address where
 * @param size bytes
 * @param entityTag the store's tag of the content, without quotes; opaque
 */
public record ListedObject(ObjectAddress address, long size, String entityTag) {}
