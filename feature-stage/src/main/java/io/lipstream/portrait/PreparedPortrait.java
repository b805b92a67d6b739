package io.lipstream.portrait;

/**
 * The frame that every frame of the video starts from, cropped and scaled to the output's size, and
 * the face in it.
 *
 * @param frame even width and height
 * @param landmarks in pixels of the frame
 */
public record PreparedPortrait(RgbImage frame, FaceLandmarks landmarks) {}
