package io.lipstream.rendering;

import io.lipstream.portrait.RgbImage;

/**
 * How far two pictures of one size differ.
 *
 * @param largest of 255
 * @param mean of 255
 * @param psnr decibels; infinite for the same picture
 */
public record Difference(int largest, double mean, double psnr) {
  public static Difference of(RgbImage one, RgbImage other) {
    int largest = 0;
    double sum = 0;
    double squares = 0;
    int count = one.rgb().length;
    for (int i = 0; i < count; i++) {
      int difference = Math.abs((one.rgb()[i] & 0xff) - (other.rgb()[i] & 0xff));
      largest = Math.max(largest, difference);
      sum += difference;
      squares += difference * difference;
    }
    return new Difference(largest, sum / count, 10 * Math.log10(255.0 * 255 * count / squares));
  }
}
