package io.lipstream.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.batching.BatchKey;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class MapStackTest {
  private static final List<GraphMaps> MAPS =
      IntStream.range(0, 6).mapToObj(number -> Variants.scene(number).maps()).toList();
  private static final BatchKey KEY = Variants.scene(0).batchKey();

  @Property(tries = 50)
  void eachPortraitLiesAtItsPlaceAndOnlyNewOnesAreCopied(
      @ForAll @Size(min = 1, max = 6)
          List<@Size(min = 1, max = 4) Set<@IntRange(max = 5) Integer>> batches) {
    MapStack stack = new MapStack();
    for (Set<Integer> batch : batches) {
      List<GraphMaps> wanted = batch.stream().map(MAPS::get).toList();
      int places = wanted.size() == 1 ? 2 : 4;
      int held = Math.max(0, stack.holds(KEY, places, wanted));

      assertThat(stack.hold(KEY, places, wanted)).isEqualTo(wanted.size() - held);

      assertThat(stack.holds(KEY, places, wanted)).isEqualTo(wanted.size());
      for (GraphMaps maps : wanted) {
        for (String name : GraphMaps.OF_PORTRAIT) {
          FloatBuffer one = maps.tensors().get(name).values();
          FloatBuffer all = stack.tensors().get(name).values();
          int at = stack.place(maps) * one.remaining();
          assertThat(all.slice(all.position() + at, one.remaining())).isEqualTo(one.slice());
        }
      }
    }
  }
}
