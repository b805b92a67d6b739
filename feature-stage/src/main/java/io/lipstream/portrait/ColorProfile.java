package io.lipstream.portrait;

import java.awt.color.CMMException;
import java.awt.color.ColorSpace;
import java.awt.color.ICC_ColorSpace;
import java.awt.color.ICC_Profile;
import java.awt.image.BufferedImage;
import java.awt.image.ColorConvertOp;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferByte;
import java.awt.image.Raster;
import java.awt.image.WritableRaster;
import java.nio.charset.StandardCharsets;

/**
 * Brings the colours of a picture with a profile of its own, such as Display P3 or Adobe RGB, to
 * sRGB. A profile that is broken, or not one of RGB, is passed over: the colours are then taken for
 * sRGB, as they are where there is none.
 */
final class ColorProfile {
  private static final int[] RGB_OFFSETS = {0, 1, 2};

  private ColorProfile() {}

  static RgbImage toSrgb(RgbImage image, byte[] profile) {
    if (profile.length == 0 || isSrgb(profile)) {
      return image;
    }
    try {
      ICC_Profile source = ICC_Profile.getInstance(profile);
      if (source.getColorSpaceType() != ColorSpace.TYPE_RGB) {
        return image;
      }
      byte[] converted = new byte[image.rgb().length];
      new ColorConvertOp(null)
          .filter(
              view(image.rgb(), image, new ICC_ColorSpace(source)),
              view(converted, image, ColorSpace.getInstance(ColorSpace.CS_sRGB)));
      return new RgbImage(image.width(), image.height(), converted);
    } catch (IllegalArgumentException | CMMException e) {
      return image;
    }
  }

  private static boolean isSrgb(byte[] profile) {
    return new String(profile, StandardCharsets.ISO_8859_1).contains("sRGB IEC61966");
  }

  private static BufferedImage view(byte[] rgb, RgbImage image, ColorSpace colors) {
    WritableRaster raster =
        Raster.createInterleavedRaster(
            new DataBufferByte(rgb, rgb.length),
            image.width(),
            image.height(),
            3 * image.width(),
            3,
            RGB_OFFSETS,
            null);
    ComponentColorModel model =
        new ComponentColorModel(
            colors, false, false, ComponentColorModel.OPAQUE, DataBuffer.TYPE_BYTE);
    return new BufferedImage(model, raster, false, null);
  }
}
