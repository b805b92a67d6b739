package io.lipstream.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/**
 * Rewrites an ONNX model so that its inputs have fixed shapes, and its outputs and inner values
 * have none declared, for engines that compile a plan a shape. Walks the protobuf wire format and
 * copies every field that it does not replace.
 */
public final class FixedShapes {
  private static final int MODEL_GRAPH = 7;
  private static final int GRAPH_INPUT = 11;
  private static final int VALUE_NAME = 1;
  private static final int VALUE_TYPE = 2;
  private static final int TYPE_TENSOR = 1;
  private static final int TENSOR_ELEMENT = 1;
  private static final int TENSOR_SHAPE = 2;
  private static final int SHAPE_DIMENSION = 1;
  private static final int DIMENSION_VALUE = 1;
  private static final int FLOAT = 1;

  private FixedShapes() {}

  /**
   * The model with every named input's shape replaced.
   *
   * @param shapes shape of each input by name
   */
  public static byte[] apply(byte[] model, Map<String, List<Long>> shapes) {
    return rewrite(
        ByteBuffer.wrap(model),
        (field, value) ->
            field == MODEL_GRAPH
                ? rewrite(value, (inner, input) -> input(inner, input, shapes))
                : null);
  }

  private static byte[] input(int field, ByteBuffer value, Map<String, List<Long>> shapes) {
    if (field != GRAPH_INPUT) {
      return null;
    }
    String name = name(value.duplicate());
    List<Long> shape = shapes.get(name);
    if (shape == null) {
      return null;
    }
    ByteArrayOutputStream dimensions = new ByteArrayOutputStream();
    for (long length : shape) {
      bytes(dimensions, SHAPE_DIMENSION, number(DIMENSION_VALUE, length));
    }
    ByteArrayOutputStream tensor = new ByteArrayOutputStream();
    tensor.writeBytes(number(TENSOR_ELEMENT, FLOAT));
    bytes(tensor, TENSOR_SHAPE, dimensions.toByteArray());
    ByteArrayOutputStream type = new ByteArrayOutputStream();
    bytes(type, TYPE_TENSOR, tensor.toByteArray());
    ByteArrayOutputStream information = new ByteArrayOutputStream();
    bytes(information, VALUE_NAME, name.getBytes(UTF_8));
    bytes(information, VALUE_TYPE, type.toByteArray());
    return information.toByteArray();
  }

  private static String name(ByteBuffer value) {
    String[] name = {""};
    rewrite(
        value,
        (field, content) -> {
          if (field == VALUE_NAME) {
            name[0] = UTF_8.decode(content.duplicate()).toString();
          }
          return null;
        });
    return name[0];
  }

  /** Gives the new content of a length-delimited field, or null to keep it. */
  private interface Edit {
    byte[] apply(int field, ByteBuffer value);
  }

  private static byte[] rewrite(ByteBuffer message, Edit edit) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(message.remaining());
    while (message.hasRemaining()) {
      int start = message.position();
      long key = readVarint(message);
      int wireType = (int) (key & 7);
      byte[] replacement = null;
      switch (wireType) {
        case 0 -> readVarint(message);
        case 1 -> message.position(message.position() + 8);
        case 2 -> {
          int length = (int) readVarint(message);
          replacement = edit.apply((int) (key >>> 3), message.slice(message.position(), length));
          message.position(message.position() + length);
        }
        case 5 -> message.position(message.position() + 4);
        default -> throw new IllegalArgumentException("protobuf wire type " + wireType);
      }
      if (replacement == null) {
        byte[] same = new byte[message.position() - start];
        message.get(start, same);
        out.writeBytes(same);
      } else {
        bytes(out, (int) (key >>> 3), replacement);
      }
    }
    return out.toByteArray();
  }

  private static long readVarint(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      value |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  private static byte[] number(int field, long value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    varint(out, (long) field << 3);
    varint(out, value);
    return out.toByteArray();
  }

  private static void bytes(ByteArrayOutputStream out, int field, byte[] content) {
    varint(out, ((long) field << 3) | 2);
    varint(out, content.length);
    out.writeBytes(content);
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
