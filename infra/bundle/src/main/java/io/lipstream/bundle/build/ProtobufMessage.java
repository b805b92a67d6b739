package io.lipstream.bundle.build;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/** A protobuf message while it is written, field by field, in the wire format. One thread. */
final class ProtobufMessage {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  ProtobufMessage number(int field, long value) {
    varint((long) field << 3);
    varint(value);
    return this;
  }

  ProtobufMessage decimal(int field, float value) {
    varint(((long) field << 3) | 5);
    int bits = Float.floatToRawIntBits(value);
    for (int shift = 0; shift < 32; shift += 8) {
      out.write(bits >>> shift);
    }
    return this;
  }

  ProtobufMessage bytes(int field, byte[] value) {
    varint(((long) field << 3) | 2);
    varint(value.length);
    out.writeBytes(value);
    return this;
  }

  ProtobufMessage text(int field, String value) {
    return bytes(field, value.getBytes(UTF_8));
  }

  ProtobufMessage message(int field, ProtobufMessage value) {
    return bytes(field, value.toBytes());
  }

  byte[] toBytes() {
    return out.toByteArray();
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
