package io.lipstream.bench.sync;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import javax.sound.sampled.AudioFileFormat;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;

/** A recording of nothing. */
final class Silence {
  private static final int RATE = 16_000;

  private Silence() {}

  static Path write(Path file, double seconds) {
    int samples = (int) Math.round(seconds * RATE);
    AudioFormat format = new AudioFormat(RATE, 16, 1, true, false);
    try (AudioInputStream stream =
        new AudioInputStream(new ByteArrayInputStream(new byte[2 * samples]), format, samples)) {
      AudioSystem.write(stream, AudioFileFormat.Type.WAVE, file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }
}
