package io.lipstream.bench.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Clips that users ask for, and how often each. */
record ClipMix(List<Choice> choices) {
  record Choice(double share, ClipShape shape) {}

  /** The mix of the benchmarks: lengths of 3 to 30 s, mean 9.6 s; regions of three sizes. */
  static ClipMix standard() {
    int[] seconds = {3, 5, 10, 20, 30};
    double[] ofSeconds = {0.2, 0.3, 0.3, 0.15, 0.05};
    int[] sides = {512, 768, 1024};
    double[] ofSides = {0.7, 0.2, 0.1};
    List<Choice> choices = new ArrayList<>();
    for (int i = 0; i < seconds.length; i++) {
      for (int j = 0; j < sides.length; j++) {
        choices.add(new Choice(ofSeconds[i] * ofSides[j], ClipShape.seconds(seconds[i], sides[j])));
      }
    }
    return new ClipMix(choices);
  }

  /** The mix in which a share of all clips is so many times longer. */
  ClipMix withLonger(double share, int times) {
    return new ClipMix(
        choices.stream()
            .flatMap(
                choice ->
                    Stream.of(
                        new Choice(choice.share * (1 - share), choice.shape),
                        new Choice(choice.share * share, choice.shape.longer(times))))
            .toList());
  }

  ClipShape draw(Random random) {
    double left = random.nextDouble();
    for (Choice choice : choices) {
      left -= choice.share;
      if (left < 0) {
        return choice.shape;
      }
    }
    return choices.get(choices.size() - 1).shape;
  }

  /** The mean of a value over all clips. */
  double mean(ToDoubleFunction<ClipShape> value) {
    return choices.stream()
        .mapToDouble(choice -> choice.share * value.applyAsDouble(choice.shape))
        .sum();
  }
}
