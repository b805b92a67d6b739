package io.lipstream.inspection;

import java.util.List;

/**
 * What is known of a video track.
 *
 * @param codec such as h264
 * @param profile such as High
 * @param framesPerSecond as the container gives it; of a raw piece, libav's guess
 * @param times presentation time of each frame in seconds, in their order; of a raw piece, empty
 * @param keyFrames numbers of the frames that players may begin at, from 0, as the container lists
 *     them; of a raw piece, those that are key frames
 * @param primaries such as bt709, "unknown" if not tagged
 * @param transfer the same
 * @param matrix the same
 * @param range "tv" for limited, "pc" for full
 * @param pixelFormat such as yuv420p
 * @param startSeconds when the track begins to be shown; 0 of a raw piece
 * @param seconds length of the track after its edit list; of a raw piece, frames by their rate
 */
public record InspectedVideo(
    String codec,
    String profile,
    int width,
    int height,
    double framesPerSecond,
    int frames,
    List<Double> times,
    List<Integer> keyFrames,
    String primaries,
    String transfer,
    String matrix,
    String range,
    String pixelFormat,
    double startSeconds,
    double seconds) {}
