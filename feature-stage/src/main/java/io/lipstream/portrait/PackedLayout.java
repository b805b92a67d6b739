package io.lipstream.portrait;

import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_ABGR;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_ARGB;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_BGR0;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_BGR24;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_BGRA;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_GRAY16BE;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_GRAY8;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_RGB24;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_RGB48BE;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_RGBA;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_RGBA64BE;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YA16BE;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YA8;

import java.util.Map;
import java.util.Optional;

/**
 * Where the channels of a pixel stand in a packed format, so that such pictures come through
 * exactly. Formats of two bytes a channel are big-endian and rounded to eight bits.
 *
 * @param stride bytes from one pixel to the next
 * @param channelBytes bytes a channel
 * @param alpha offset of the opacity, {@link #OPAQUE} for none
 */
record PackedLayout(int stride, int channelBytes, int red, int green, int blue, int alpha) {
  private static final int OPAQUE = -1;

  private static final Map<Integer, PackedLayout> LAYOUTS =
      Map.ofEntries(
          Map.entry(AV_PIX_FMT_RGB24, new PackedLayout(3, 1, 0, 1, 2, OPAQUE)),
          Map.entry(AV_PIX_FMT_BGR24, new PackedLayout(3, 1, 2, 1, 0, OPAQUE)),
          Map.entry(AV_PIX_FMT_RGBA, new PackedLayout(4, 1, 0, 1, 2, 3)),
          Map.entry(AV_PIX_FMT_BGRA, new PackedLayout(4, 1, 2, 1, 0, 3)),
          Map.entry(AV_PIX_FMT_ARGB, new PackedLayout(4, 1, 1, 2, 3, 0)),
          Map.entry(AV_PIX_FMT_ABGR, new PackedLayout(4, 1, 3, 2, 1, 0)),
          Map.entry(AV_PIX_FMT_BGR0, new PackedLayout(4, 1, 2, 1, 0, OPAQUE)),
          Map.entry(AV_PIX_FMT_GRAY8, new PackedLayout(1, 1, 0, 0, 0, OPAQUE)),
          Map.entry(AV_PIX_FMT_YA8, new PackedLayout(2, 1, 0, 0, 0, 1)),
          Map.entry(AV_PIX_FMT_GRAY16BE, new PackedLayout(2, 2, 0, 0, 0, OPAQUE)),
          Map.entry(AV_PIX_FMT_YA16BE, new PackedLayout(4, 2, 0, 0, 0, 2)),
          Map.entry(AV_PIX_FMT_RGB48BE, new PackedLayout(6, 2, 0, 2, 4, OPAQUE)),
          Map.entry(AV_PIX_FMT_RGBA64BE, new PackedLayout(8, 2, 0, 2, 4, 6)));

  static Optional<PackedLayout> of(int pixelFormat) {
    return Optional.ofNullable(LAYOUTS.get(pixelFormat));
  }

  /** Spreads a row of pixels to R G B A. */
  void unpack(byte[] row, int pixels, byte[] rgba, int at) {
    for (int x = 0, from = 0, to = at; x < pixels; x++, from += stride, to += 4) {
      rgba[to] = channel(row, from + red);
      rgba[to + 1] = channel(row, from + green);
      rgba[to + 2] = channel(row, from + blue);
      rgba[to + 3] = alpha == OPAQUE ? (byte) 255 : channel(row, from + alpha);
    }
  }

  private byte channel(byte[] row, int at) {
    if (channelBytes == 1) {
      return row[at];
    }
    int wide = Byte.toUnsignedInt(row[at]) << 8 | Byte.toUnsignedInt(row[at + 1]);
    return (byte) ((wide * 255 + 32_767) / 65_535);
  }
}
