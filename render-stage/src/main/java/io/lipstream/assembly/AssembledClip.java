package io.lipstream.assembly;

/**
 * A finished MP4.
 *
 * @param frames of the video
 * @param seconds exact length of the video: frames by frames a second
 * @param size bytes
 * @param sha256 64 lower-case hex digits
 * @param sampleRate of the sound, hertz
 * @param channels of the sound
 */
public record AssembledClip(
    int frames, double seconds, long size, String sha256, int sampleRate, int channels) {}
