package io.lipstream.publish;

import io.lipstream.storage.ObjectAddress;

/**
 * A video that stands in the store.
 *
 * @param cacheControl Cache-Control header, empty for none
 * @param copiedFrom job whose video was copied, empty where it was rendered
 */
public record PublishedVideo(
    ObjectAddress address, VideoFacts facts, String cacheControl, String copiedFrom) {}
