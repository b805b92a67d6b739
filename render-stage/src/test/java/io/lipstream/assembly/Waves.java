package io.lipstream.assembly;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Recordings made of tones, as 16-bit wav files. */
final class Waves {
  private Waves() {}

  /** A tone in each channel: 400 Hz, 700 Hz; silence before it begins. */
  static Path tone(Path file, int sampleRate, int channels, int samples, int firstHeard)
      throws IOException {
    ByteBuffer wav = ByteBuffer.allocate(44 + 2 * channels * samples);
    wav.order(ByteOrder.LITTLE_ENDIAN);
    wav.put("RIFF".getBytes(US_ASCII))
        .putInt(36 + 2 * channels * samples)
        .put("WAVEfmt ".getBytes(US_ASCII));
    wav.putInt(16).putShort((short) 1).putShort((short) channels).putInt(sampleRate);
    wav.putInt(2 * channels * sampleRate).putShort((short) (2 * channels)).putShort((short) 16);
    wav.put("data".getBytes(US_ASCII)).putInt(2 * channels * samples);
    for (int i = 0; i < samples; i++) {
      for (int channel = 0; channel < channels; channel++) {
        double frequency = 400 + 300 * channel;
        double value =
            i < firstHeard ? 0 : 0.5 * Math.sin(2 * Math.PI * frequency * i / sampleRate);
        wav.putShort((short) Math.round(32767 * value));
      }
    }
    return Files.write(file, wav.array());
  }
}
