package io.lipstream.bundle.build;

import com.google.flatbuffers.FlatBufferBuilder;
import com.google.flatbuffers.FlexBuffersBuilder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A TensorFlow Lite file made for a test, tensor by tensor. Tensor 0 is the input. */
final class TinyModel {
  private static final int NO_OPTIONS = 0;

  private final FlatBufferBuilder builder = new FlatBufferBuilder();
  private final List<Integer> tensors = new ArrayList<>();
  private final List<Integer> buffers = new ArrayList<>();
  private final List<Integer> codes = new ArrayList<>();
  private final List<Integer> operators = new ArrayList<>();

  TinyModel(int... inputShape) {
    buffers.add(table(1, fields -> {}));
    variable(inputShape);
  }

  int variable(int... shape) {
    return tensor(shape, 0, 0);
  }

  int floats(float[] values, int... shape) {
    ByteBuffer bytes = bytes(4 * values.length);
    bytes.asFloatBuffer().put(values);
    return constant(bytes, shape, 0);
  }

  int halves(short[] values, int... shape) {
    ByteBuffer bytes = bytes(2 * values.length);
    bytes.asShortBuffer().put(values);
    return constant(bytes, shape, 1);
  }

  int integers(int[] values, int... shape) {
    ByteBuffer bytes = bytes(4 * values.length);
    bytes.asIntBuffer().put(values);
    return constant(bytes, shape, 2);
  }

  /** Adds an operator with one output. */
  TinyModel operator(int code, int output, Consumer<Fields> options, int... inputs) {
    int optionTable = table(8, options);
    codes.add(table(4, fields -> fields.octet(0, code).integer(3, code)));
    return add(output, inputs, optionTable, NO_OPTIONS);
  }

  TinyModel operator(int code, int output, int... inputs) {
    return operator(code, output, fields -> {}, inputs);
  }

  TinyModel custom(String name, int output, Consumer<FlexBuffersBuilder> options, int... inputs) {
    FlexBuffersBuilder map = new FlexBuffersBuilder();
    int start = map.startMap();
    options.accept(map);
    map.endMap(null, start);
    ByteBuffer finished = map.finish();
    byte[] content = new byte[finished.remaining()];
    finished.get(content);
    int customOptions = builder.createByteVector(content);
    int customName = builder.createString(name);
    codes.add(table(4, fields -> fields.octet(0, 32).offset(1, customName).integer(3, 32)));
    return add(output, inputs, NO_OPTIONS, customOptions);
  }

  private TinyModel add(int output, int[] inputs, int options, int customOptions) {
    int inputVector = vector(inputs);
    int outputVector = vector(output);
    int code = codes.size() - 1;
    operators.add(
        table(
            9,
            fields -> {
              fields.integer(0, code).offset(1, inputVector).offset(2, outputVector);
              if (options != NO_OPTIONS) {
                fields.offset(4, options);
              }
              if (customOptions != NO_OPTIONS) {
                fields.offset(5, customOptions);
              }
            }));
    return this;
  }

  TensorflowLiteGraph graph(int... outputs) {
    return TensorflowLiteGraph.read(file(outputs));
  }

  ByteBuffer file(int... outputs) {
    int tensorVector = offsets(tensors);
    int inputVector = vector(0);
    int outputVector = vector(outputs);
    int operatorVector = offsets(operators);
    int graph =
        table(
            5,
            fields ->
                fields
                    .offset(0, tensorVector)
                    .offset(1, inputVector)
                    .offset(2, outputVector)
                    .offset(3, operatorVector));
    int graphs = offsets(List.of(graph));
    int codeVector = offsets(codes);
    int bufferVector = offsets(buffers);
    int model =
        table(
            5,
            fields ->
                fields
                    .integer(0, 3)
                    .offset(1, codeVector)
                    .offset(2, graphs)
                    .offset(4, bufferVector));
    builder.finish(model, "TFL3");
    return builder.dataBuffer().slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  private int constant(ByteBuffer bytes, int[] shape, int type) {
    int content = builder.createByteVector(bytes);
    buffers.add(table(1, fields -> fields.offset(0, content)));
    return tensor(shape, type, buffers.size() - 1);
  }

  private int tensor(int[] shape, int type, int buffer) {
    int shapeVector = vector(shape);
    int name = builder.createString("tensor" + tensors.size());
    tensors.add(
        table(
            4,
            fields ->
                fields.offset(0, shapeVector).octet(1, type).integer(2, buffer).offset(3, name)));
    return tensors.size() - 1;
  }

  private int vector(int... values) {
    builder.startVector(4, values.length, 4);
    for (int i = values.length - 1; i >= 0; i--) {
      builder.addInt(values[i]);
    }
    return builder.endVector();
  }

  private int offsets(List<Integer> tables) {
    return builder.createVectorOfTables(tables.stream().mapToInt(Integer::intValue).toArray());
  }

  private int table(int fieldCount, Consumer<Fields> fields) {
    builder.startTable(fieldCount);
    fields.accept(new Fields(builder));
    return builder.endTable();
  }

  private static ByteBuffer bytes(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Fields of a table that is being written. */
  record Fields(FlatBufferBuilder builder) {
    Fields integer(int field, int value) {
      builder.addInt(value);
      builder.slot(field);
      return this;
    }

    Fields octet(int field, int value) {
      builder.addByte((byte) value);
      builder.slot(field);
      return this;
    }

    Fields offset(int field, int value) {
      builder.addOffset(value);
      builder.slot(field);
      return this;
    }
  }
}
