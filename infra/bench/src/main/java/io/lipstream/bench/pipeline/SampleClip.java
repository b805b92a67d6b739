package io.lipstream.bench.pipeline;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * The sample photo, and the sample recording repeated to a length. Each number gives files of
 * another digest with the same pixels and, but for one sample, the same sound, so that no cache
 * spares the work of a clip.
 */
public record SampleClip(Path photo, Path voice) {
  private static final int RIFF_SIZE_AT = 4;
  private static final int BYTE_RATE_AT = 28;
  private static final int HEADER_BYTES = 44;

  /** Length of PNG's last chunk, which is empty. */
  private static final int END_BYTES = 12;

  /**
   * Writes the files.
   *
   * @param seconds length of the voice, whole tenths
   */
  public static SampleClip write(Path folder, double seconds, int number) {
    try {
      Path photo = folder.resolve("photo-" + number + ".png");
      Path voice = folder.resolve("voice-" + number + ".wav");
      Files.write(photo, photo(resource("astronaut.png"), number));
      Files.write(voice, voice(resource("austen-0880.wav"), seconds, number));
      return new SampleClip(photo, voice);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes the files. */
  public void delete() {
    try {
      Files.delete(photo);
      Files.delete(voice);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The picture with a chunk of text before its end, which holds the number. */
  static byte[] photo(byte[] png, int number) throws IOException {
    byte[] text = ("tEXtComment\0" + number).getBytes(StandardCharsets.ISO_8859_1);
    CRC32 check = new CRC32();
    check.update(text);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(png, 0, png.length - END_BYTES);
    out.writeInt(text.length - Integer.BYTES);
    out.write(text);
    out.writeInt((int) check.getValue());
    out.write(png, png.length - END_BYTES, END_BYTES);
    return bytes.toByteArray();
  }

  /** A plain PCM file of 16 bits, its samples repeated; the first of them is the number. */
  static byte[] voice(byte[] sample, double seconds, int number) {
    ByteBuffer header = ByteBuffer.wrap(sample).order(ByteOrder.LITTLE_ENDIAN);
    int period = sample.length - HEADER_BYTES;
    int wanted = (int) Math.round(seconds * header.getInt(BYTE_RATE_AT)) / 2 * 2;
    byte[] longer = Arrays.copyOf(sample, HEADER_BYTES + wanted);
    for (int i = period; i < wanted; i++) {
      longer[HEADER_BYTES + i] = longer[HEADER_BYTES + i - period];
    }
    ByteBuffer.wrap(longer)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(RIFF_SIZE_AT, longer.length - Long.BYTES)
        .putInt(HEADER_BYTES - Integer.BYTES, wanted)
        .putShort(HEADER_BYTES, (short) number);
    return longer;
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = SampleClip.class.getResourceAsStream("/samples/" + name)) {
      return in.readAllBytes();
    }
  }
}
