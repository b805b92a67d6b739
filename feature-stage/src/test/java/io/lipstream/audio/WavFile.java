package io.lipstream.audio;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes wav files of every sample type, byte by byte, so that their headers can also lie. */
final class WavFile {
  enum Samples {
    UNSIGNED_8(1, 1),
    SIGNED_16(1, 2),
    SIGNED_24(1, 3),
    SIGNED_32(1, 4),
    FLOAT_32(3, 4),
    FLOAT_64(3, 8);

    private final int format;
    private final int bytes;

    Samples(int format, int bytes) {
      this.format = format;
      this.bytes = bytes;
    }

    private void write(ByteBuffer out, float value) {
      switch (this) {
        case UNSIGNED_8 -> out.put((byte) Math.round(128 + value * 127));
        case SIGNED_16 -> out.putShort((short) Math.round(value * 32767));
        case SIGNED_24 -> {
          int scaled = Math.round(value * 8388607);
          out.putShort((short) scaled).put((byte) (scaled >> 16));
        }
        case SIGNED_32 -> out.putInt((int) Math.round(value * 2147483647.0));
        case FLOAT_32 -> out.putFloat(value);
        case FLOAT_64 -> out.putDouble(value);
      }
    }
  }

  private WavFile() {}

  static Path write(Path file, Sound sound, Samples type) throws IOException {
    int dataSize = sound.length() * sound.channels() * type.bytes;
    return write(file, sound, type, dataSize);
  }

  /** As above, with a size of the data in the header that may be any. */
  static Path write(Path file, Sound sound, Samples type, int declaredSize) throws IOException {
    int frameBytes = sound.channels() * type.bytes;
    ByteBuffer out =
        ByteBuffer.allocate(44 + sound.length() * frameBytes).order(ByteOrder.LITTLE_ENDIAN);
    out.put("RIFF".getBytes(US_ASCII)).putInt(declaredSize + 36);
    out.put("WAVEfmt ".getBytes(US_ASCII)).putInt(16);
    out.putShort((short) type.format).putShort((short) sound.channels());
    out.putInt(sound.sampleRate()).putInt(sound.sampleRate() * frameBytes);
    out.putShort((short) frameBytes).putShort((short) (type.bytes * 8));
    out.put("data".getBytes(US_ASCII)).putInt(declaredSize);
    for (int i = 0; i < sound.length(); i++) {
      for (int c = 0; c < sound.channels(); c++) {
        type.write(out, sound.samples()[c][i]);
      }
    }
    return Files.write(file, out.array());
  }
}
