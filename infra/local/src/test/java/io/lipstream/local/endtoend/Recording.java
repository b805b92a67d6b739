package io.lipstream.local.endtoend;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import javax.sound.sampled.AudioFileFormat;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import javax.sound.sampled.UnsupportedAudioFileException;

/** 16-bit recordings made for a test out of the sample speech. */
record Recording(short[] samples, int sampleRate, int channels) {
  static Recording read(Path wav) {
    try (AudioInputStream stream = AudioSystem.getAudioInputStream(wav.toFile())) {
      byte[] bytes = stream.readAllBytes();
      short[] samples = new short[bytes.length / 2];
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asShortBuffer().get(samples);
      AudioFormat format = stream.getFormat();
      return new Recording(samples, (int) format.getSampleRate(), format.getChannels());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (UnsupportedAudioFileException e) {
      throw new IllegalArgumentException(e);
    }
  }

  Recording part(double fromSeconds, double toSeconds) {
    return new Recording(
        Arrays.copyOfRange(samples, at(fromSeconds), at(toSeconds)), sampleRate, channels);
  }

  /** With silence after it. */
  Recording thenSilence(double seconds) {
    return new Recording(
        Arrays.copyOf(samples, samples.length + at(seconds)), sampleRate, channels);
  }

  /** Over and over until it has the length. */
  Recording repeatedTo(double seconds) {
    short[] longer = new short[at(seconds)];
    for (int i = 0; i < longer.length; i++) {
      longer[i] = samples[i % samples.length];
    }
    return new Recording(longer, sampleRate, channels);
  }

  /** Each mono sample three times on two channels: 16 kHz mono to 48 kHz stereo. */
  Recording tripledStereo() {
    short[] stereo = new short[samples.length * 6];
    for (int i = 0; i < stereo.length; i++) {
      stereo[i] = samples[i / 6];
    }
    return new Recording(stereo, 3 * sampleRate, 2);
  }

  double seconds() {
    return (double) samples.length / channels / sampleRate;
  }

  Path write(Path file) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * samples.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asShortBuffer().put(samples);
    AudioFormat format = new AudioFormat(sampleRate, 16, channels, true, false);
    try (AudioInputStream stream =
        new AudioInputStream(
            new ByteArrayInputStream(bytes.array()), format, samples.length / channels)) {
      AudioSystem.write(stream, AudioFileFormat.Type.WAVE, file.toFile());
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int at(double seconds) {
    return (int) Math.round(seconds * sampleRate) * channels;
  }
}
