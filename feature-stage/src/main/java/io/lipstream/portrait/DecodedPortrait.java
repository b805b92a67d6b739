package io.lipstream.portrait;

/**
 * An upright picture, brought down to what is needed of it.
 *
 * @param image upright, sRGB, transparency laid over white
 * @param reduction pixels of the file, along one side, that one pixel of the image stands for
 */
record DecodedPortrait(RgbImage image, int reduction) {}
