package io.lipstream.gathering;

import io.lipstream.pipeline.PreparedClip;

/**
 * A clip whose pieces all stand in the store.
 *
 * @param engine engine of the piece that came last
 * @param modelDigest bundle of the piece that came last
 * @param renderMillis from the first piece's beginning to the last piece's end
 */
public record GatheredClip(
    PreparedClip clip, String engine, String modelDigest, long renderMillis) {}
