package io.lipstream.bundle.build;

import com.google.flatbuffers.Table;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A table of a FlatBuffers file, read by the numbers of its fields, as the schema counts them from
 * 0. Immutable.
 */
final class FlatTable extends Table {
  private FlatTable(ByteBuffer buffer, int position) {
    __reset(position, buffer);
  }

  /** The root table of a file. */
  static FlatTable root(ByteBuffer file) {
    ByteBuffer buffer = file.slice().order(ByteOrder.LITTLE_ENDIAN);
    return new FlatTable(buffer, buffer.getInt(0));
  }

  int integer(int field, int absent) {
    int offset = offset(field);
    return offset == 0 ? absent : bb.getInt(bb_pos + offset);
  }

  int octet(int field, int absent) {
    int offset = offset(field);
    return offset == 0 ? absent : bb.get(bb_pos + offset);
  }

  String text(int field) {
    int offset = offset(field);
    return offset == 0 ? "" : __string(bb_pos + offset);
  }

  Optional<FlatTable> table(int field) {
    int offset = offset(field);
    return offset == 0
        ? Optional.empty()
        : Optional.of(new FlatTable(bb, __indirect(bb_pos + offset)));
  }

  List<FlatTable> tables(int field) {
    List<FlatTable> tables = new ArrayList<>();
    for (int i = 0; i < length(field); i++) {
      tables.add(new FlatTable(bb, __indirect(__vector(offset(field)) + Integer.BYTES * i)));
    }
    return tables;
  }

  int[] integers(int field) {
    int[] values = new int[length(field)];
    for (int i = 0; i < values.length; i++) {
      values[i] = bb.getInt(__vector(offset(field)) + Integer.BYTES * i);
    }
    return values;
  }

  /** Bytes of a vector, little-endian, not copied. */
  ByteBuffer octets(int field) {
    int length = length(field);
    return length == 0
        ? ByteBuffer.allocate(0)
        : bb.slice(__vector(offset(field)), length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private int length(int field) {
    int offset = offset(field);
    return offset == 0 ? 0 : __vector_len(offset);
  }

  private int offset(int field) {
    return __offset(4 + 2 * field);
  }
}
