package io.lipstream.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.batching.Batch;
import io.lipstream.batching.BatchMeter;
import io.lipstream.batching.CloseReason;
import io.lipstream.engine.InputShapes;
import io.lipstream.inference.Network;
import io.lipstream.motion.MotionTrack;
import io.lipstream.portrait.RgbImage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Runs of several portraits, by the real graph on the real engine. */
class GraphEngineTest {
  private static final int PORTRAITS = 6;
  private static final int FRAMES = 5;
  private static final List<Integer> SIZES = List.of(1, 2, 4, 8);
  private static final MotionTrack MOTION = Motions.speech(FRAMES);
  private static final List<Scene> SCENES =
      IntStream.range(0, PORTRAITS).mapToObj(Variants::scene).toList();
  private static final Network NETWORK =
      Portraits.ENGINE.open(Portraits.BUNDLE, FaceRenderer.GRAPH);
  private static final GraphEngine ENGINE = engine(BatchMeter.NONE);
  private static final Map<Integer, RgbImage> ALONE = new HashMap<>();

  /** A frame's number is its portrait's times {@link #FRAMES} and its row's. */
  @Property(tries = 40)
  void inAnyMixAndOrderEachFrameIsWhatItIsAlone(
      @ForAll @Size(min = 1, max = 8) List<@IntRange(max = PORTRAITS * FRAMES - 1) Integer> mix) {
    PackedFrames packed = ENGINE.pack(batch(mix));
    List<InputShapes> planned =
        RunShape.all(SCENES.get(0).fields().grid(), SIZES).stream()
            .map(shape -> GraphInputs.shapes(SCENES.get(0).fields().grid(), shape))
            .toList();
    assertThat(planned).contains(InputShapes.of(packed.inputs()));
    assertThat(packed.portraits())
        .isEqualTo((int) mix.stream().map(number -> number / FRAMES).distinct().count());
    FrameBatch frames = ENGINE.run(packed);
    ENGINE.release(packed);
    for (int i = 0; i < mix.size(); i++) {
      RgbImage frame = frames.frame(SCENES.get(mix.get(i) / FRAMES), i);
      assertThat(Difference.of(frame, alone(mix.get(i))).largest()).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void portraitsThatStayAreCopiedOnceForEachOfTwoBatchesInFlight() {
    List<Integer> copies = new ArrayList<>();
    List<Integer> padding = new ArrayList<>();
    GraphEngine engine =
        engine(
            new BatchMeter() {
              @Override
              public void portraits(int portraits, int places, int copied) {
                copies.add(copied);
                padding.add(places - portraits);
              }
            });
    PackedFrames running = engine.pack(batch(List.of(0, FRAMES, 2 * FRAMES)));
    for (int i = 1; i < 6; i++) {
      PackedFrames next = engine.pack(batch(List.of(2 * FRAMES + i % 3, i % 2, FRAMES + 1)));
      engine.run(running);
      engine.release(running);
      running = next;
    }
    engine.run(running);
    assertThat(copies).containsExactly(3, 3, 0, 0, 0, 0);
    assertThat(padding).containsOnly(1);
  }

  @Test
  void whatARunTakesIsMeasuredByTheMapsThatItHasPlacesFor() {
    PackedFrames alone = ENGINE.pack(batch(List.of(0, 1)));
    PackedFrames mixed = ENGINE.pack(batch(List.of(0, FRAMES)));

    assertThat(ENGINE.portraits(alone)).isEqualTo(1);
    assertThat(ENGINE.portraits(mixed)).isEqualTo(2);
    ENGINE.release(alone);
    ENGINE.release(mixed);
  }

  @Test
  void batchesInFlightNeverShareAStack() {
    PackedFrames one = ENGINE.pack(batch(List.of(0, FRAMES)));
    PackedFrames other = ENGINE.pack(batch(List.of(2 * FRAMES, 3 * FRAMES)));
    FrameBatch frames = ENGINE.run(one);
    ENGINE.release(one);
    assertThat(Difference.of(frames.frame(SCENES.get(1), 1), alone(FRAMES)).largest())
        .isLessThanOrEqualTo(1);
    ENGINE.release(other);
  }

  private static GraphEngine engine(BatchMeter meter) {
    return new GraphEngine(NETWORK, SIZES, OptionalLong::empty, meter);
  }

  private static RgbImage alone(int number) {
    return ALONE.computeIfAbsent(
        number,
        absent ->
            ENGINE.run(ENGINE.pack(batch(List.of(number)))).frame(SCENES.get(number / FRAMES), 0));
  }

  private static Batch<FrameItem> batch(List<Integer> numbers) {
    List<FrameItem> items =
        numbers.stream()
            .map(
                number ->
                    new FrameItem(
                        SCENES.get(number / FRAMES), MOTION, number % FRAMES, RenderDemand.PATIENT))
            .toList();
    int size = SIZES.stream().filter(each -> each >= items.size()).findFirst().orElseThrow();
    return new Batch<>(SCENES.get(0).batchKey(), items, size, 8, 0, CloseReason.SIZE);
  }
}
