package io.lipstream.assembly;

import static org.bytedeco.ffmpeg.avcodec.AVCodecParserContext.PARSER_FLAG_COMPLETE_FRAMES;
import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_ID_H264;
import static org.bytedeco.ffmpeg.global.avcodec.AV_INPUT_BUFFER_PADDING_SIZE;
import static org.bytedeco.ffmpeg.global.avcodec.av_parser_close;
import static org.bytedeco.ffmpeg.global.avcodec.av_parser_init;
import static org.bytedeco.ffmpeg.global.avcodec.av_parser_parse2;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_free_context;
import static org.bytedeco.ffmpeg.global.avutil.AV_NOPTS_VALUE;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.libav.Libav;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVCodecParserContext;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.PointerPointer;

/** Size of the pictures in an H.264 stream, cropped, as libav's parser reads it in the headers. */
record CodedSize(int width, int height) {

  static CodedSize of(AccessUnits piece) {
    byte[] headers = piece.headers();
    byte[] frame = piece.frames().get(0);
    int size = headers.length + frame.length;
    AVCodecContext codec =
        Libav.checkPointer(avcodec_alloc_context3(null), "allocate a parser's codec");
    AVCodecParserContext parser = av_parser_init(AV_CODEC_ID_H264);
    try (BytePointer bytes = new BytePointer(size + (long) AV_INPUT_BUFFER_PADDING_SIZE);
        PointerPointer<BytePointer> parsed = new PointerPointer<>(1);
        IntPointer parsedSize = new IntPointer(1)) {
      Libav.checkPointer(parser, "find a parser of H.264");
      bytes.put(headers, 0, headers.length);
      bytes.position(headers.length).put(frame, 0, frame.length).position(0);
      for (int i = 0; i < AV_INPUT_BUFFER_PADDING_SIZE; i++) {
        bytes.put((long) size + i, (byte) 0);
      }
      parser.flags(parser.flags() | PARSER_FLAG_COMPLETE_FRAMES);
      av_parser_parse2(
          parser, codec, parsed, parsedSize, bytes, size, AV_NOPTS_VALUE, AV_NOPTS_VALUE, 0);
      return new CodedSize(parser.width(), parser.height());
    } finally {
      av_parser_close(parser);
      avcodec_free_context(codec);
    }
  }

  /**
   * @throws LipstreamException ENCODING_FAILED if the clip is to have another size
   */
  void require(ClipShape shape) {
    if (width != shape.width() || height != shape.height()) {
      throw new LipstreamException(
          ErrorCode.ENCODING_FAILED,
          "the pieces are %dx%d, expected %dx%d"
              .formatted(width, height, shape.width(), shape.height()));
    }
  }
}
