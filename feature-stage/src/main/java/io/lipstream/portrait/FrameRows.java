package io.lipstream.portrait;

import static org.bytedeco.ffmpeg.global.avutil.AVCOL_RANGE_JPEG;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_FLAG_PAL;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_RGBA;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YUVJ411P;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YUVJ420P;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YUVJ422P;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YUVJ440P;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YUVJ444P;
import static org.bytedeco.ffmpeg.global.avutil.av_pix_fmt_desc_get;
import static org.bytedeco.ffmpeg.global.swscale.SWS_ACCURATE_RND;
import static org.bytedeco.ffmpeg.global.swscale.SWS_BILINEAR;
import static org.bytedeco.ffmpeg.global.swscale.SWS_BITEXACT;
import static org.bytedeco.ffmpeg.global.swscale.SWS_CS_ITU601;
import static org.bytedeco.ffmpeg.global.swscale.SWS_FULL_CHR_H_INT;
import static org.bytedeco.ffmpeg.global.swscale.sws_freeContext;
import static org.bytedeco.ffmpeg.global.swscale.sws_getCoefficients;
import static org.bytedeco.ffmpeg.global.swscale.sws_getContext;
import static org.bytedeco.ffmpeg.global.swscale.sws_scale;
import static org.bytedeco.ffmpeg.global.swscale.sws_setColorspaceDetails;

import java.util.Optional;
import java.util.Set;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.avutil.AVPixFmtDescriptor;
import org.bytedeco.ffmpeg.swscale.SwsContext;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.PointerPointer;

/**
 * Reads a decoded frame as rows of R G B A, a few at a time, so that a whole picture never stands
 * in memory a second time. Packed formats are copied exactly; all others go through libswscale in
 * its exact mode, each band with a margin above and below, so that chroma is interpolated over band
 * borders as inside them.
 */
final class FrameRows {
  private static final int MARGIN = 8;
  private static final int EXACT =
      SWS_BILINEAR | SWS_ACCURATE_RND | SWS_BITEXACT | SWS_FULL_CHR_H_INT;
  private static final Set<Integer> FULL_RANGE =
      Set.of(
          AV_PIX_FMT_YUVJ420P,
          AV_PIX_FMT_YUVJ422P,
          AV_PIX_FMT_YUVJ444P,
          AV_PIX_FMT_YUVJ440P,
          AV_PIX_FMT_YUVJ411P);

  private final AVFrame frame;
  private final int width;
  private final int height;
  private final Optional<PackedLayout> packed;

  FrameRows(AVFrame frame) {
    this.frame = frame;
    this.width = frame.width();
    this.height = frame.height();
    this.packed = PackedLayout.of(frame.format());
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  /** Reads rows [row, row + count) to the beginning of an array of 4 * width * count bytes. */
  void read(int row, int count, byte[] rgba) throws DamagedPictureException {
    if (packed.isPresent()) {
      copy(packed.get(), row, count, rgba);
    } else {
      convert(row, count, rgba);
    }
  }

  private void copy(PackedLayout layout, int row, int count, byte[] rgba) {
    byte[] line = new byte[layout.stride() * width];
    BytePointer pixels = frame.data(0);
    for (int y = 0; y < count; y++) {
      pixels.position((long) (row + y) * frame.linesize(0)).get(line);
      layout.unpack(line, width, rgba, 4 * width * y);
    }
  }

  private void convert(int row, int count, byte[] rgba) throws DamagedPictureException {
    int first = Math.max(0, (row - MARGIN) & -MARGIN);
    int last = Math.min(height, row + count + MARGIN);
    SwsContext context =
        sws_getContext(
            width,
            last - first,
            frame.format(),
            width,
            last - first,
            AV_PIX_FMT_RGBA,
            EXACT,
            null,
            null,
            (DoublePointer) null);
    if (context == null) {
      throw new DamagedPictureException("its pixel format cannot be converted");
    }
    long lineBytes = (4L * width + 63) & -64;
    try (PointerPointer<BytePointer> planes = new PointerPointer<>(4L);
        PointerPointer<BytePointer> target = new PointerPointer<>(4L);
        BytePointer band = new BytePointer(lineBytes * (last - first));
        IntPointer lines = new IntPointer((int) lineBytes, 0, 0, 0)) {
      IntPointer coefficients = sws_getCoefficients(SWS_CS_ITU601);
      int unity = 1 << 16;
      sws_setColorspaceDetails(
          context, coefficients, fullRange() ? 1 : 0, coefficients, 1, 0, unity, unity);
      for (int plane = 0; plane < 4; plane++) {
        planes.put(plane, plane(plane, first));
        target.put(plane, plane == 0 ? band : null);
      }
      sws_scale(context, planes, frame.linesize(), 0, last - first, target, lines);
      for (int y = 0; y < count; y++) {
        band.position(lineBytes * (row - first + y)).get(rgba, 4 * width * y, 4 * width);
      }
      band.position(0);
    } finally {
      sws_freeContext(context);
    }
  }

  /** Start of a plane at a row of the picture; a palette stands where it stands. */
  private BytePointer plane(int plane, int row) {
    BytePointer start = frame.data(plane);
    AVPixFmtDescriptor format = av_pix_fmt_desc_get(frame.format());
    boolean palette = plane == 1 && (format.flags() & AV_PIX_FMT_FLAG_PAL) != 0;
    if (start == null || palette) {
      return start;
    }
    int shift = plane == 1 || plane == 2 ? format.log2_chroma_h() : 0;
    return start.position((long) (row >> shift) * frame.linesize(plane));
  }

  private boolean fullRange() {
    return frame.color_range() == AVCOL_RANGE_JPEG || FULL_RANGE.contains(frame.format());
  }
}
