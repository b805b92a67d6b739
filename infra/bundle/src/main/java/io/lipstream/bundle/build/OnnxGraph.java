package io.lipstream.bundle.build;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * An ONNX graph while it is built, node by node in the order of their use, and written as a model
 * of opset 16. Values are referred to by name; the names that this class makes up count from 0, so
 * that the same calls give the same bytes. One thread.
 */
final class OnnxGraph {
  private static final int INTERMEDIATE_VERSION = 8;
  private static final int OPSET = 16;
  private static final int FLOAT = 1;
  static final int INT32 = 6;
  private static final int INT64 = 7;

  private final String name;
  private final ProtobufMessage nodes = new ProtobufMessage();
  private final ProtobufMessage constants = new ProtobufMessage();
  private final ProtobufMessage inputs = new ProtobufMessage();
  private final ProtobufMessage outputs = new ProtobufMessage();
  private int count;

  OnnxGraph(String name) {
    this.name = name;
  }

  /**
   * Declares an input of 32-bit floats.
   *
   * @param dimensions each a Long, Integer or, where it is open, a String
   */
  String input(String input, Object... dimensions) {
    inputs.message(11, valueInformation(input, dimensions));
    return input;
  }

  /** Declares an output of 32-bit floats; a node must make the value of that name. */
  void output(String output, Object... dimensions) {
    outputs.message(12, valueInformation(output, dimensions));
  }

  String constant(float[] values, long... shape) {
    ByteBuffer raw = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    raw.asFloatBuffer().put(values);
    return constant(FLOAT, raw.array(), shape);
  }

  /** A scalar. */
  String constant(double value) {
    return constant(new float[] {(float) value});
  }

  /** A vector of 64-bit integers, as shapes and axes are given. */
  String integers(long... values) {
    ByteBuffer raw = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    raw.asLongBuffer().put(values);
    return constant(INT64, raw.array(), values.length);
  }

  /**
   * Adds a node with one output.
   *
   * @param inputNames values it takes; "" where an optional one is left out
   * @param attributes name and value in turn; a value is an Integer, a Float, a String or an int[]
   * @return name of its output
   */
  String node(String operation, List<String> inputNames, Object... attributes) {
    return namedNode(operation, inputNames, fresh(), attributes);
  }

  /** Adds a node whose output has a name that is given, such as a graph's output. */
  String namedNode(
      String operation, List<String> inputNames, String outputName, Object... attributes) {
    ProtobufMessage node = new ProtobufMessage();
    inputNames.forEach(input -> node.text(1, input));
    node.text(2, outputName).text(3, operation + "_" + outputName).text(4, operation);
    for (int i = 0; i < attributes.length; i += 2) {
      node.message(5, attribute((String) attributes[i], attributes[i + 1]));
    }
    nodes.message(1, node);
    return outputName;
  }

  /** The model as the bytes of an .onnx file. */
  byte[] toBytes() {
    ProtobufMessage graph = new ProtobufMessage().text(2, name);
    ProtobufMessage model =
        new ProtobufMessage().number(1, INTERMEDIATE_VERSION).text(2, "lipstream");
    byte[] whole = concatenated(nodes, graph, constants, inputs, outputs);
    return model
        .bytes(7, whole)
        .message(8, new ProtobufMessage().text(1, "").number(2, OPSET))
        .toBytes();
  }

  private static byte[] concatenated(ProtobufMessage... parts) {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    for (ProtobufMessage part : parts) {
      whole.writeBytes(part.toBytes());
    }
    return whole.toByteArray();
  }

  private String constant(int type, byte[] raw, long... shape) {
    String constant = fresh();
    ProtobufMessage tensor = new ProtobufMessage();
    for (long length : shape) {
      tensor.number(1, length);
    }
    constants.message(5, tensor.number(2, type).text(8, constant).bytes(9, raw));
    return constant;
  }

  private String fresh() {
    return "v" + count++;
  }

  private static ProtobufMessage attribute(String attribute, Object value) {
    ProtobufMessage message = new ProtobufMessage().text(1, attribute);
    if (value instanceof Integer number) {
      return message.number(3, number).number(20, 2);
    } else if (value instanceof Float decimal) {
      return message.decimal(2, decimal).number(20, 1);
    } else if (value instanceof String text) {
      return message.text(4, text).number(20, 3);
    } else if (value instanceof int[] numbers) {
      for (int number : numbers) {
        message.number(8, number);
      }
      return message.number(20, 7);
    }
    throw new IllegalArgumentException("attribute " + attribute + " is a " + value.getClass());
  }

  private static ProtobufMessage valueInformation(String value, Object... dimensions) {
    ProtobufMessage shape = new ProtobufMessage();
    for (Object dimension : dimensions) {
      ProtobufMessage length = new ProtobufMessage();
      if (dimension instanceof Number number) {
        length.number(1, number.longValue());
      } else {
        length.text(2, dimension.toString());
      }
      shape.message(1, length);
    }
    ProtobufMessage tensor = new ProtobufMessage().number(1, FLOAT).message(2, shape);
    return new ProtobufMessage()
        .text(1, value)
        .message(2, new ProtobufMessage().message(1, tensor));
  }
}
