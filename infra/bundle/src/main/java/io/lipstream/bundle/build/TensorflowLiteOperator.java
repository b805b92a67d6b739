package io.lipstream.bundle.build;

import com.google.flatbuffers.ArrayReadWriteBuf;
import com.google.flatbuffers.FlexBuffers;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * An operator of a TensorFlow Lite graph.
 *
 * @param code number in the schema's list of built-in operators
 * @param customName name where it is none of those, else empty
 * @param inputs numbers of tensors, −1 for one that is left out
 * @param outputs numbers of tensors
 * @param options table whose fields depend on the code
 * @param customOptions FlexBuffers map, empty for built-in operators
 */
record TensorflowLiteOperator(
    int code,
    String customName,
    int[] inputs,
    int[] outputs,
    Optional<FlatTable> options,
    ByteBuffer customOptions) {

  int option(int field, int absent) {
    return options.map(table -> table.integer(field, absent)).orElse(absent);
  }

  int smallOption(int field, int absent) {
    return options.map(table -> table.octet(field, absent)).orElse(absent);
  }

  /** The options of a custom operator. */
  FlexBuffers.Map custom() {
    byte[] content = new byte[customOptions.remaining()];
    customOptions.get(customOptions.position(), content);
    return FlexBuffers.getRoot(new ArrayReadWriteBuf(content, content.length)).asMap();
  }

  /** An integer option of a custom operator, which may be given as a float. */
  int customInteger(String name) {
    return custom().get(name).asInt();
  }

  float customDecimal(String name) {
    return (float) custom().get(name).asFloat();
  }

  int[] customIntegers(String name) {
    FlexBuffers.Vector vector = custom().get(name).asVector();
    int[] values = new int[vector.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = vector.get(i).asInt();
    }
    return values;
  }
}
