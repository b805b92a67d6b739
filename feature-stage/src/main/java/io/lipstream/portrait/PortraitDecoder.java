package io.lipstream.portrait;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;

/**
 * Reads a picture file of any common kind (JPEG, PNG, still WebP, the first frame of a GIF, BMP) as
 * an upright sRGB image; transparency is laid over white. Thread-safe.
 *
 * <p>Memory is bounded: size is read from the header and checked before anything is decoded; a
 * picture larger than needed is brought down while it is read, a JPEG by its decoder (a smaller
 * inverse cosine transform) and every kind by averaging whole blocks of pixels, band by band; of
 * pictures over {@value #LARGE} pixels, one at a time is decoded in the process.
 */
final class PortraitDecoder {
  private static final int LARGE = 16_000_000;
  private static final int MOST_HALVINGS = 3;
  private static final Semaphore LARGE_PICTURES = new Semaphore(1);

  private final long maximumPixels;

  PortraitDecoder(long maximumPixels) {
    this.maximumPixels = maximumPixels;
  }

  /**
   * Decodes a picture.
   *
   * @param shortSide pixels of the shorter side that are needed; the image has at least as many if
   *     the file has, and less than twice as many
   * @throws LipstreamException IMAGE_UNREADABLE or IMAGE_TOO_LARGE
   */
  DecodedPortrait decode(Path file, int shortSide) {
    try {
      byte[] content = Files.readAllBytes(file);
      if (content.length == 0) {
        throw unreadable("it is empty", null);
      }
      PictureHeader header =
          PictureHeader.read(content)
              .orElseThrow(() -> unreadable("it is not a JPEG, PNG, WebP, GIF or BMP", null));
      check(header);
      if ((long) header.width() * header.height() < LARGE) {
        return decode(header, content, shortSide);
      }
      LARGE_PICTURES.acquireUninterruptibly();
      try {
        return decode(header, content, shortSide);
      } finally {
        LARGE_PICTURES.release();
      }
    } catch (DamagedPictureException e) {
      throw unreadable(e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private DecodedPortrait decode(PictureHeader header, byte[] content, int shortSide)
      throws DamagedPictureException {
    int reduction = Math.max(1, Math.min(header.width(), header.height()) / shortSide);
    int halvings =
        header.kind() == PictureKind.JPEG
            ? Math.min(MOST_HALVINGS, 31 - Integer.numberOfLeadingZeros(reduction))
            : 0;
    byte[] picture = header.kind() == PictureKind.PNG ? PngHeader.pixelsOnly(content) : content;
    try (DecodedFrame frame =
        DecodedFrame.decode(header.kind(), picture, halvings, maximumPixels)) {
      int blockSide = reduction >> halvings;
      RgbImage stored = BlockAverage.reduce(new FrameRows(frame.frame()), blockSide);
      RgbImage colored = ColorProfile.toSrgb(stored, header.colorProfile());
      return new DecodedPortrait(
          ExifOrientation.upright(colored, header.orientation()), blockSide << halvings);
    }
  }

  private void check(PictureHeader header) throws DamagedPictureException {
    if (header.width() < 1 || header.height() < 1) {
      throw new DamagedPictureException(
          "its size is %dx%d".formatted(header.width(), header.height()));
    }
    long weighed = (long) header.width() * header.height() * header.bytesPerChannel();
    if (weighed > maximumPixels) {
      throw new LipstreamException(
          ErrorCode.IMAGE_TOO_LARGE,
          "the portrait has %dx%d pixels of %d bits a channel; at most %d pixels of 8 bits, or %d of 16, are read"
              .formatted(
                  header.width(),
                  header.height(),
                  8 * header.bytesPerChannel(),
                  maximumPixels,
                  maximumPixels / 2));
    }
  }

  private static LipstreamException unreadable(String reason, Throwable cause) {
    return new LipstreamException(
        ErrorCode.IMAGE_UNREADABLE, "the portrait cannot be read: " + reason, cause);
  }
}
