package io.lipstream.portrait;

import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_ID_BMP;
import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_ID_GIF;
import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_ID_MJPEG;
import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_ID_PNG;
import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_ID_WEBP;

/** The kinds of picture that are read, with libav's number of the decoder of each. */
enum PictureKind {
  JPEG(AV_CODEC_ID_MJPEG),
  PNG(AV_CODEC_ID_PNG),
  WEBP(AV_CODEC_ID_WEBP),
  GIF(AV_CODEC_ID_GIF),
  BMP(AV_CODEC_ID_BMP);

  private final int codec;

  PictureKind(int codec) {
    this.codec = codec;
  }

  int codec() {
    return codec;
  }
}
