package io.lipstream.bench.video;

import io.lipstream.assembly.AssemblySettings;
import io.lipstream.assembly.ClipAssembler;
import io.lipstream.assembly.ClipShape;
import io.lipstream.audio.AudioLimits;
import io.lipstream.bundle.Bundle;
import io.lipstream.encoding.EncodingSettings;
import io.lipstream.encoding.PieceEncoder;
import io.lipstream.encoding.StillPicture;
import io.lipstream.engine.Engine;
import io.lipstream.engine.EngineSettings;
import io.lipstream.engine.Engines;
import io.lipstream.inference.Network;
import io.lipstream.motion.MotionFormat;
import io.lipstream.motion.MotionPlan;
import io.lipstream.motion.MotionSettings;
import io.lipstream.motion.SpeechMotion;
import io.lipstream.pipeline.RenderParameters;
import io.lipstream.portrait.PortraitPreparation;
import io.lipstream.portrait.PortraitSettings;
import io.lipstream.portrait.PreparedPortrait;
import io.lipstream.rendering.FaceRenderer;
import io.lipstream.rendering.Scene;
import io.lipstream.settings.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The work of a clip without a pipeline: the product's own stages, called one after the other, the
 * pieces on as many threads as there are. What a pipeline costs is measured against it.
 */
public final class BareClip implements AutoCloseable {
  private final Bundle bundle = Bundle.embedded();
  private final Engine engine =
      Engines.open(EngineSettings.from(Settings.parse(EngineSettings.SETTINGS, Map.of())));
  private final Network detector = engine.open(bundle, "face_detection_short_range");
  private final Network mesh = engine.open(bundle, "face_landmark_with_attention");
  private final Network sound = engine.open(bundle, "audio2mouth");
  private final PortraitPreparation portraits =
      new PortraitPreparation(PortraitSettings.defaults(), detector, mesh);
  private final SpeechMotion motion =
      new SpeechMotion(
          MotionSettings.defaults(),
          AudioLimits.defaults(),
          bundle.manifest().melSpectrogram(),
          sound);
  private final PieceEncoder encoder =
      new PieceEncoder(EncodingSettings.from(Settings.parse(EncodingSettings.SETTINGS, Map.of())));
  private final ClipAssembler assembler =
      new ClipAssembler(
          AudioLimits.defaults(),
          AssemblySettings.from(Settings.parse(AssemblySettings.SETTINGS, Map.of())));
  private final List<FaceRenderer> renderers = new ArrayList<>();
  private final ExecutorService executor;

  public BareClip(int threads) {
    executor = Executors.newFixedThreadPool(threads);
    for (int i = 0; i < threads; i++) {
      renderers.add(new FaceRenderer(bundle, engine));
    }
  }

  /** Makes the video. */
  public ClipTimes make(Path photo, Path voice, int resolution, Path folder) {
    ClipTimes times = new ClipTimes();
    RenderParameters parameters = parameters(resolution);
    Path rows = folder.resolve("rows");
    SetUp setUp = setUp(photo, parameters, times);
    Scene scene = setUp.scene();
    StillPicture still = setUp.still();
    MotionPlan plan =
        times.measured("sound", () -> motion.plan(voice, parameters, Double.NaN, rows));
    byte[][] pieces = render(scene, still, parameters.fps(), plan.frames(), rows, times);
    ClipShape shape =
        new ClipShape(
            scene.still().width(), scene.still().height(), plan.frames(), parameters.fps());
    times.measured(
        "assembly",
        () ->
            assembler.assemble(
                index -> pieces[index], pieces.length, voice, shape, folder.resolve("clip.mp4")));
    times.end();
    return times;
  }

  private record SetUp(Scene scene, StillPicture still) {}

  /** Makes the portrait ready and nothing else. */
  ClipTimes setUp(Path photo, int resolution) {
    ClipTimes times = new ClipTimes();
    setUp(photo, parameters(resolution), times);
    return times;
  }

  private SetUp setUp(Path photo, RenderParameters parameters, ClipTimes times) {
    PreparedPortrait portrait =
        times.measured("portrait", () -> portraits.prepare(photo, parameters));
    Scene scene = times.measured("scene", () -> renderers.get(0).prepare(portrait));
    StillPicture still = times.measured("still picture", () -> StillPicture.of(scene.still()));
    return new SetUp(scene, still);
  }

  private static RenderParameters parameters(int resolution) {
    return new RenderParameters(resolution, 0.2, 25, 1.0, 1.0, true, true, 0, 25, false, 0);
  }

  private byte[][] render(
      Scene scene, StillPicture still, int fps, int frames, Path rows, ClipTimes times) {
    int unit = bundle.manifest().pieceFrames();
    byte[][] pieces = new byte[(frames + unit - 1) / unit][];
    List<CompletableFuture<Void>> work = new ArrayList<>();
    for (int thread = 0; thread < renderers.size(); thread++) {
      int first = thread;
      work.add(
          CompletableFuture.runAsync(
              () -> {
                for (int piece = first; piece < pieces.length; piece += renderers.size()) {
                  int begin = piece * unit;
                  int count = Math.min(unit, frames - begin);
                  pieces[piece] =
                      piece(renderers.get(first), scene, still, fps, rows, begin, count, times);
                }
              },
              executor));
    }
    work.forEach(CompletableFuture::join);
    return pieces;
  }

  private byte[] piece(
      FaceRenderer renderer,
      Scene scene,
      StillPicture still,
      int fps,
      Path rows,
      int begin,
      int count,
      ClipTimes times) {
    long[] rendering = new long[1];
    long start = System.nanoTime();
    byte[] piece =
        encoder.encode(
            still,
            scene.region(),
            fps,
            sink -> {
              long resumed = System.nanoTime();
              long[] inSink = new long[1];
              renderer.render(
                  scene,
                  MotionFormat.read(bytes(rows, begin, count)),
                  frame -> {
                    long given = System.nanoTime();
                    sink.frame(frame);
                    inSink[0] += System.nanoTime() - given;
                  });
              rendering[0] = System.nanoTime() - resumed - inSink[0];
            });
    times.add("graph", rendering[0]);
    times.add("h264", System.nanoTime() - start - rendering[0]);
    return piece;
  }

  private static byte[] bytes(Path rows, int begin, int count) {
    try (InputStream in = Files.newInputStream(rows)) {
      in.skipNBytes(MotionFormat.offset(begin));
      return in.readNBytes(count * MotionFormat.ROW_BYTES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
    renderers.forEach(FaceRenderer::close);
    detector.close();
    mesh.close();
    sound.close();
  }
}
