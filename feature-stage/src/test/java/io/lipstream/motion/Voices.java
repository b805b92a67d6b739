package io.lipstream.motion;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import javax.sound.sampled.AudioFileFormat;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;

/** Small recordings for tests, mono at 16 kHz. */
final class Voices {
  static final int RATE = 16_000;
  private static final Path SPEECH = Path.of("src/test/resources/samples/austen-0880.wav");
  private static final int WAV_HEADER = 44;

  private Voices() {}

  /** "He was not an ill disposed young man", 2.99 s. */
  static float[] speech() throws IOException {
    byte[] file = Files.readAllBytes(SPEECH);
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).position(WAV_HEADER);
    float[] samples = new float[bytes.remaining() / 2];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = bytes.getShort() / 32768f;
    }
    return samples;
  }

  static float[] silence(double seconds) {
    return new float[(int) Math.round(seconds * RATE)];
  }

  static float[] join(float[]... parts) {
    int length = 0;
    for (float[] part : parts) {
      length += part.length;
    }
    float[] joined = new float[length];
    int at = 0;
    for (float[] part : parts) {
      System.arraycopy(part, 0, joined, at, part.length);
      at += part.length;
    }
    return joined;
  }

  /** The samples as a decoder gives them: at most so many at once. */
  static MouthOfVoice.Samples inPieces(float[] samples, IntSupplier lengths) {
    int[] at = {0};
    return buffer -> {
      int count = Math.min(samples.length - at[0], Math.min(buffer.length, lengths.getAsInt()));
      System.arraycopy(samples, at[0], buffer, 0, count);
      at[0] += count;
      return count == 0 && at[0] == samples.length ? -1 : count;
    };
  }

  static float[] louder(float[] samples, double decibels) {
    double factor = Math.pow(10, decibels / 20);
    float[] louder = new float[samples.length];
    for (int i = 0; i < samples.length; i++) {
      louder[i] = (float) Math.max(-1, Math.min(1, factor * samples[i]));
    }
    return louder;
  }

  /** White noise of a root mean square in dB of full scale. */
  static float[] noise(double seconds, double decibels, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double peak = Math.sqrt(3) * Math.pow(10, decibels / 20);
    float[] noise = silence(seconds);
    for (int i = 0; i < noise.length; i++) {
      noise[i] = (float) (peak * (2 * random.nextDouble() - 1));
    }
    return noise;
  }

  static float[] sum(float[] one, float[] other) {
    float[] sum = one.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += other[i];
    }
    return sum;
  }

  static Path write(Path file, float[] samples) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(2 * samples.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float sample : samples) {
      bytes.putShort((short) Math.round(sample * 32767));
    }
    AudioFormat format = new AudioFormat(RATE, 16, 1, true, false);
    try (AudioInputStream stream =
        new AudioInputStream(new ByteArrayInputStream(bytes.array()), format, samples.length)) {
      AudioSystem.write(stream, AudioFileFormat.Type.WAVE, file.toFile());
    }
    return file;
  }
}
