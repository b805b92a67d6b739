package io.lipstream.assembly;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Recordings made by formula, as 16-bit wav files. */
final class Waves {
  private Waves() {}

  /** A tone in each channel: 400 Hz, 700 Hz; silence before it begins. */
  static Path tone(Path file, int sampleRate, int channels, int samples, int firstHeard)
      throws IOException {
    return write(
        file,
        sampleRate,
        channels,
        samples,
        (i, channel) ->
            i < firstHeard
                ? 0
                : 0.5 * Math.sin(2 * Math.PI * (400 + 300 * channel) * i / sampleRate));
  }

  /** Silence but for one short bump of 2 ms in all channels, highest at a time. */
  static Path click(Path file, int sampleRate, int channels, int samples, double seconds)
      throws IOException {
    return write(
        file,
        sampleRate,
        channels,
        samples,
        (i, channel) -> {
          double distance = ((double) i / sampleRate - seconds) / 0.0005;
          return 0.9 * Math.exp(-distance * distance);
        });
  }

  static Path noise(Path file, int sampleRate, int samples) throws IOException {
    Random random = new Random(1);
    return write(file, sampleRate, 1, samples, (i, channel) -> random.nextDouble() - 0.5);
  }

  private static Path write(Path file, int sampleRate, int channels, int samples, Wave wave)
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
        wav.putShort((short) Math.round(32767 * wave.at(i, channel)));
      }
    }
    return Files.write(file, wav.array());
  }

  private interface Wave {
    double at(int sample, int channel);
  }
}
