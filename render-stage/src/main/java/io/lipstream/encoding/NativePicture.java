package io.lipstream.encoding;

import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YUV420P;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_get_buffer;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_make_writable;

import io.lipstream.libav.Libav;
import io.lipstream.portrait.RgbImage;
import io.lipstream.rendering.Region;
import java.nio.ByteBuffer;
import org.bytedeco.ffmpeg.avutil.AVFrame;

/**
 * The one picture in the encoder's memory: filled with the still frame at first, then only its
 * region is written, in place. One thread.
 */
final class NativePicture implements AutoCloseable {
  private final AVFrame frame = Libav.checkPointer(av_frame_alloc(), "allocate a picture");
  private final Region region;
  private final int width;
  private final byte[] rgb;
  private final byte[] row;
  private final byte[] cbRow;
  private final byte[] crRow;

  NativePicture(StillPicture still, Region region) {
    this.region = region;
    width = still.frame().width();
    int height = still.frame().height();
    rgb = still.frame().rgb().clone();
    row = new byte[region.width()];
    cbRow = new byte[region.width() / 2];
    crRow = new byte[region.width() / 2];
    try {
      frame.format(AV_PIX_FMT_YUV420P).width(width).height(height);
      Libav.check(av_frame_get_buffer(frame, 0), "allocate a picture");
      fill(plane(0, height), frame.linesize(0), still.luma(), width, height);
      fill(plane(1, height / 2), frame.linesize(1), still.cb(), width / 2, height / 2);
      fill(plane(2, height / 2), frame.linesize(2), still.cr(), width / 2, height / 2);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Puts a region's pixels in their place and gives the picture to encode. */
  AVFrame with(RgbImage pixels) {
    if (pixels.width() != region.width() || pixels.height() != region.height()) {
      throw new IllegalArgumentException(
          "a region of %dx%d does not fit %s".formatted(pixels.width(), pixels.height(), region));
    }
    Libav.check(av_frame_make_writable(frame), "write a picture");
    ByteBuffer luma = plane(0, frame.height());
    ByteBuffer cb = plane(1, frame.height() / 2);
    ByteBuffer cr = plane(2, frame.height() / 2);
    for (int y = 0; y < region.height(); y++) {
      int start = (region.y() + y) * width + region.x();
      System.arraycopy(pixels.rgb(), 3 * y * region.width(), rgb, 3 * start, 3 * region.width());
      Bt709.luma(rgb, start, row, 0, row.length);
      luma.put((region.y() + y) * frame.linesize(0) + region.x(), row);
    }
    for (int y = region.y(); y < region.y() + region.height(); y += 2) {
      Bt709.chroma(rgb, width, y, region.x(), cbRow, crRow, 0, cbRow.length);
      cb.put(y / 2 * frame.linesize(1) + region.x() / 2, cbRow);
      cr.put(y / 2 * frame.linesize(2) + region.x() / 2, crRow);
    }
    return frame;
  }

  @Override
  public void close() {
    av_frame_free(frame);
  }

  private ByteBuffer plane(int index, int rows) {
    return frame.data(index).capacity((long) rows * frame.linesize(index)).asByteBuffer();
  }

  private static void fill(ByteBuffer plane, int stride, byte[] source, int width, int height) {
    for (int y = 0; y < height; y++) {
      plane.put(y * stride, source, y * width, width);
    }
  }
}
