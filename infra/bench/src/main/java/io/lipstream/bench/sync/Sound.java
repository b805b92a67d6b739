package io.lipstream.bench.sync;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.sound.sampled.AudioFileFormat;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import javax.sound.sampled.UnsupportedAudioFileException;

/**
 * A recording of one channel as numbers, −1 to 1.
 *
 * @param rate samples a second
 * @param samples not changed after construction
 */
record Sound(int rate, float[] samples) {
  private static final int FULL_SCALE = 32_768;

  /** Reads a WAVE file of 16 bits and one channel. */
  static Sound read(Path file) {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file));
        AudioInputStream audio = AudioSystem.getAudioInputStream(in)) {
      ByteBuffer bytes = ByteBuffer.wrap(audio.readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
      float[] samples = new float[bytes.remaining() / Short.BYTES];
      for (int i = 0; i < samples.length; i++) {
        samples[i] = (float) bytes.getShort() / FULL_SCALE;
      }
      return new Sound((int) audio.getFormat().getSampleRate(), samples);
    } catch (UnsupportedAudioFileException e) {
      throw new IllegalArgumentException(file + " is not a WAVE file", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a WAVE file; what is louder than full scale is clipped. */
  Path write(Path file) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Short.BYTES * samples.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float sample : samples) {
      int value = Math.round(sample * FULL_SCALE);
      bytes.putShort((short) Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, value)));
    }
    AudioFormat format = new AudioFormat(rate, 16, 1, true, false);
    try (AudioInputStream stream =
        new AudioInputStream(new ByteArrayInputStream(bytes.array()), format, samples.length)) {
      AudioSystem.write(stream, AudioFileFormat.Type.WAVE, file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  /** Root of the mean square. */
  double level() {
    double sum = 0;
    for (float sample : samples) {
      sum += (double) sample * sample;
    }
    return Math.sqrt(sum / samples.length);
  }

  /** With root of the mean square so many dB under full scale. */
  Sound atDecibels(double decibels) {
    return times(Math.pow(10, decibels / 20) / level());
  }

  Sound times(double factor) {
    float[] scaled = new float[samples.length];
    for (int i = 0; i < scaled.length; i++) {
      scaled[i] = (float) (factor * samples[i]);
    }
    return new Sound(rate, scaled);
  }

  /** With another sound of the same length so many dB under this one. */
  Sound with(Sound other, double decibelsUnder) {
    Sound added = other.times(level() / other.level() * Math.pow(10, -decibelsUnder / 20));
    float[] sum = samples.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += added.samples[i];
    }
    return new Sound(rate, sum);
  }
}
