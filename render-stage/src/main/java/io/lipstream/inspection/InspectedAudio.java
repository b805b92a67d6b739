package io.lipstream.inspection;

/**
 * What is known of an audio track.
 *
 * @param codec such as aac
 * @param sampleRate hertz
 * @param startSeconds when the track begins to be heard
 * @param seconds length of the track after its edit list
 * @param skippedSeconds the encoder's priming, which the edit list leaves out at the beginning
 * @param trailingSeconds media beyond what the edit list plays
 */
public record InspectedAudio(
    String codec,
    int sampleRate,
    int channels,
    double startSeconds,
    double seconds,
    double skippedSeconds,
    double trailingSeconds) {}
