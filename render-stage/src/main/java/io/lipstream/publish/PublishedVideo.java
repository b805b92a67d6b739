package io.lipstream.publish;

import io.lipstream.storage.ObjectAddress;

/** A video that stands in the store. */
public record PublishedVideo(ObjectAddress address, VideoFacts facts, String cacheControl) {}
