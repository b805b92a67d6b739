package io.lipstream.inspection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A box of an MP4 file (ISO/IEC 14496-12) with the boxes in it; read without libav, so that what
 * libav wrote is judged by another eye. Media data is left in the file.
 *
 * @param type four characters
 * @param content what follows the header; empty for media data and for boxes of boxes
 */
record Mp4Box(String type, ByteBuffer content, List<Mp4Box> boxes) {
  private static final Set<String> NESTING = Set.of("moov", "trak", "edts", "mdia", "minf", "stbl");

  /** The file's outermost boxes, in its order; none if it is not made of boxes. */
  static List<Mp4Box> of(Path file) {
    List<Mp4Box> boxes = new ArrayList<>();
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      long position = 0;
      while (position + 8 <= channel.size()) {
        ByteBuffer header = read(channel, position, 16);
        String type = type(header, 4);
        long size = Integer.toUnsignedLong(header.getInt(0));
        int headerSize = size == 1 ? 16 : 8;
        size = size == 1 ? header.getLong(8) : size == 0 ? channel.size() - position : size;
        if (size < headerSize || position + size > channel.size()) {
          return List.of();
        }
        boolean kept = NESTING.contains(type);
        ByteBuffer content =
            kept
                ? read(channel, position + headerSize, (int) size - headerSize)
                : ByteBuffer.allocate(0);
        boxes.add(new Mp4Box(type, ByteBuffer.allocate(0), kept ? inside(content) : List.of()));
        position += size;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return boxes;
  }

  /** The first box that the path leads to. */
  Optional<Mp4Box> find(String... path) {
    Optional<Mp4Box> found = Optional.of(this);
    for (String step : path) {
      found = found.flatMap(box -> box.all(step).stream().findFirst());
    }
    return found;
  }

  List<Mp4Box> all(String wanted) {
    return boxes.stream().filter(box -> box.type.equals(wanted)).toList();
  }

  private static List<Mp4Box> inside(ByteBuffer content) {
    List<Mp4Box> boxes = new ArrayList<>();
    int position = 0;
    while (position + 8 <= content.limit()) {
      int size = content.getInt(position);
      if (size < 8 || size > content.limit() - position) {
        break;
      }
      String type = type(content, position + 4);
      ByteBuffer inner = content.slice(position + 8, size - 8);
      boolean nesting = NESTING.contains(type);
      boxes.add(new Mp4Box(type, inner, nesting ? inside(inner) : List.of()));
      position += size;
    }
    return boxes;
  }

  private static ByteBuffer read(SeekableByteChannel channel, long position, int length)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(length);
    channel.position(position);
    while (buffer.hasRemaining() && channel.read(buffer) >= 0) {}
    return buffer.clear();
  }

  private static String type(ByteBuffer buffer, int position) {
    byte[] name = new byte[4];
    buffer.get(position, name);
    return new String(name, ISO_8859_1);
  }
}
