package io.lipstream.audio;

/** What libav may open on behalf of a stranger; everything else is refused before it is parsed. */
final class TrustedFormats {
  static final String PROTOCOLS = "file";

  /** No playlist, no concatenation, nothing that refers to other files. */
  static final String DEMUXERS = "wav,w64,aiff,au,caf,mp3,aac,mov,flac,ogg,matroska,amr";

  static final String DECODERS =
      String.join(
          ",",
          "pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be",
          "pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be,pcm_alaw,pcm_mulaw",
          "adpcm_ms,adpcm_ima_wav,adpcm_ima_qt",
          "mp3float,mp3,mp2float,mp2,aac,alac,flac,vorbis,opus,ac3,eac3,amrnb,amrwb");

  private TrustedFormats() {}
}
