package io.lipstream.engine;

import ai.djl.Model;
import ai.djl.engine.EngineException;
import ai.djl.inference.Predictor;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.translate.NoopTranslator;
import ai.djl.translate.TranslateException;
import io.lipstream.inference.Network;
import io.lipstream.inference.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A model that DJL has loaded, behind one predictor that is made once. Direct input buffers reach
 * the engine without a copy; each output is copied once, out of the engine's memory. One thread at
 * a time.
 */
final class DjlNetwork implements Network {
  private final String graph;
  private final Model model;
  private final List<String> inputNames;
  private final Predictor<NDList, NDList> predictor;

  DjlNetwork(String graph, Model model) {
    this.graph = graph;
    this.model = model;
    this.inputNames = model.describeInput().keys();
    this.predictor = model.newPredictor(new NoopTranslator());
  }

  @Override
  public Map<String, Tensor> run(Map<String, Tensor> inputs) {
    try (NDManager memory = model.getNDManager().newSubManager()) {
      NDList outputs = predictor.predict(arrays(memory, inputs));
      try {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        for (NDArray array : outputs) {
          tensors.put(
              array.getName(),
              new Tensor(array.getShape().getShape(), array.toByteBuffer().asFloatBuffer()));
        }
        return tensors;
      } finally {
        outputs.close();
      }
    } catch (TranslateException | EngineException e) {
      throw EngineFailure.of("the graph " + graph, e);
    }
  }

  @Override
  public void close() {
    predictor.close();
    model.close();
  }

  private NDList arrays(NDManager memory, Map<String, Tensor> inputs) {
    if (inputs.size() != inputNames.size() || !inputs.keySet().containsAll(inputNames)) {
      throw new IllegalArgumentException(
          "the graph %s takes %s, not %s".formatted(graph, inputNames, inputs.keySet()));
    }
    NDList arrays = new NDList(inputs.size());
    for (String name : inputNames) {
      Tensor tensor = inputs.get(name);
      NDArray array =
          memory.create(tensor.values().slice(), new Shape(tensor.shape()), DataType.FLOAT32);
      array.setName(name);
      arrays.add(array);
    }
    return arrays;
  }
}
