package io.lipstream.rendering;

import io.lipstream.portrait.RgbImage;

/** A region of a frame as planes of R, G and B; beyond the frame its edge is repeated. */
final class RegionPicture {
  private final float[] planes;
  private final int cells;

  RegionPicture(RgbImage frame, Region region) {
    cells = region.width() * region.height();
    planes = new float[3 * cells];
    for (int row = 0; row < region.height(); row++) {
      int y = Math.max(0, Math.min(frame.height() - 1, region.y() + row));
      for (int column = 0; column < region.width(); column++) {
        int x = Math.max(0, Math.min(frame.width() - 1, region.x() + column));
        int pixel = 3 * (y * frame.width() + x);
        for (int channel = 0; channel < 3; channel++) {
          planes[channel * cells + row * region.width() + column] =
              frame.rgb()[pixel + channel] & 0xff;
        }
      }
    }
  }

  /** 0 to 255. */
  double value(int channel, int cell) {
    return planes[channel * cells + cell];
  }

  /** Copies the three planes. */
  void copyTo(float[] target) {
    System.arraycopy(planes, 0, target, 0, planes.length);
  }
}
