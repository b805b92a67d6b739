package io.lipstream.bundle.build;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * The first graph of a TensorFlow Lite file. Field numbers are those of TensorFlow's schema.fbs,
 * version 3.
 *
 * @param inputs numbers of tensors
 * @param outputs numbers of tensors
 * @param operators in the order they run
 */
record TensorflowLiteGraph(
    List<TensorflowLiteTensor> tensors,
    int[] inputs,
    int[] outputs,
    List<TensorflowLiteOperator> operators) {

  static TensorflowLiteGraph read(ByteBuffer file) {
    if (file.remaining() < 8 || file.slice().getInt(4) != 0x54464C33) {
      throw new IllegalArgumentException("not a TensorFlow Lite file: it does not say TFL3");
    }
    FlatTable model = FlatTable.root(file);
    List<FlatTable> codes = model.tables(1);
    FlatTable graph = model.tables(2).get(0);
    List<FlatTable> buffers = model.tables(4);
    return new TensorflowLiteGraph(
        graph.tables(0).stream().map(tensor -> tensor(tensor, buffers)).toList(),
        graph.integers(1),
        graph.integers(2),
        graph.tables(3).stream().map(operator -> operator(operator, codes)).toList());
  }

  private static TensorflowLiteTensor tensor(FlatTable tensor, List<FlatTable> buffers) {
    return new TensorflowLiteTensor(
        tensor.text(3),
        tensor.integers(0),
        tensor.octet(1, 0),
        buffers.get(tensor.integer(2, 0)).octets(0));
  }

  private static TensorflowLiteOperator operator(FlatTable operator, List<FlatTable> codes) {
    FlatTable code = codes.get(operator.integer(0, 0));
    return new TensorflowLiteOperator(
        // Files of before 2020 have the number in a single byte.
        Math.max(code.octet(0, 0), code.integer(3, 0)),
        code.text(1),
        operator.integers(1),
        operator.integers(2),
        operator.table(4),
        operator.octets(5));
  }
}
