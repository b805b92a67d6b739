package io.lipstream.bench.sync;

import io.lipstream.inference.Network;
import io.lipstream.motion.MotionChannel;
import io.lipstream.motion.MotionTrack;
import io.lipstream.portrait.FaceLandmarks;
import io.lipstream.portrait.RgbImage;
import io.lipstream.rendering.Scene;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A portrait that is made to talk by the embedded bundle and then looked at: the face is found
 * again on every frame, by the bundle's detector and mesh, and by a network that is not the
 * bundle's. One thread.
 */
final class TalkingPortrait {
  private final Studio studio;
  private final Scene scene;
  private final FaceLandmarks still;
  private final FaceSquare square;

  TalkingPortrait(Studio studio, Path photo, int shortSide) {
    this.studio = studio;
    this.scene = studio.renderer().prepare(studio.prepare(photo, shortSide));
    this.still = look(scene.still());
    this.square = FaceSquare.about(still);
  }

  /** Makes the portrait say a recording, by a network from sound to mouth, and looks at it. */
  MeasuredClip say(Reference reference, Path recording, Network network) {
    MotionTrack motion = studio.motion(recording, network);
    double[] commanded = new double[motion.frames()];
    for (int frame = 0; frame < commanded.length; frame++) {
      commanded[frame] = motion.value(frame, MotionChannel.JAW_OPEN);
    }
    List<RgbImage> thumbnails = new ArrayList<>();
    double[] measured = new double[motion.frames()];
    double[] independent = new double[motion.frames()];
    for (RgbImage region : render(motion)) {
      int frame = thumbnails.size();
      RgbImage picture = scene.compose(region);
      measured[frame] = LipGap.of(look(picture));
      independent[frame] = studio.independent().look(picture, square).opening();
      thumbnails.add(Pictures.thumbnail(region));
    }
    return new MeasuredClip(reference, commanded, measured, independent, thumbnails);
  }

  /** Moves the portrait and looks at all of it. */
  MeasuredPicture show(MotionTrack motion) {
    return look(render(motion).stream().map(scene::compose));
  }

  /**
   * Moves the still as a whole with the head and looks at it: what remains is the looking's own.
   */
  MeasuredPicture showStill(MotionTrack motion) {
    return look(
        IntStream.range(0, motion.frames())
            .mapToObj(frame -> MovedStill.of(scene.still(), still, motion, frame)));
  }

  private MeasuredPicture look(Stream<RgbImage> frames) {
    List<FaceLandmarks> faces = new ArrayList<>();
    List<Points68> points = new ArrayList<>();
    List<Double> backgrounds = new ArrayList<>();
    frames.forEachOrdered(
        frame -> {
          faces.add(look(frame));
          points.add(studio.independent().look(frame, square));
          backgrounds.add(Background.psnr(scene.still(), frame, still));
        });
    return new MeasuredPicture(
        still, faces, studio.independent().look(scene.still(), square), points, backgrounds);
  }

  private List<RgbImage> render(MotionTrack motion) {
    List<RgbImage> regions = new ArrayList<>();
    studio.renderer().render(scene, motion, regions::add);
    return regions;
  }

  private FaceLandmarks look(RgbImage frame) {
    Path file = Pictures.write(frame, studio.folder().resolve("frame.png"));
    return studio.prepare(file, Math.min(frame.width(), frame.height())).landmarks();
  }
}
