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

/**
 * A portrait that is made to talk by the embedded bundle and then looked at: the face is found
 * again on every frame, by the bundle's detector and mesh. One thread.
 */
final class TalkingPortrait {
  private final Studio studio;
  private final Scene scene;
  private final FaceLandmarks still;

  TalkingPortrait(Studio studio, Path photo, int shortSide) {
    this.studio = studio;
    this.scene = studio.renderer().prepare(studio.prepare(photo, shortSide));
    this.still = look(scene.still());
  }

  /** Makes the portrait say a recording, by a network from sound to mouth, and looks at it. */
  MeasuredClip say(Reference reference, Path recording, Network network) {
    MotionTrack motion = studio.motion(recording, network);
    double[] commanded = new double[motion.frames()];
    for (int frame = 0; frame < commanded.length; frame++) {
      commanded[frame] = motion.value(frame, MotionChannel.JAW_OPEN);
    }
    List<RgbImage> thumbnails = new ArrayList<>();
    List<FaceLandmarks> faces = new ArrayList<>();
    for (RgbImage region : render(motion)) {
      thumbnails.add(Pictures.thumbnail(region));
      faces.add(look(scene.compose(region)));
    }
    double[] measured = faces.stream().mapToDouble(LipGap::of).toArray();
    return new MeasuredClip(reference, commanded, measured, thumbnails);
  }

  /** Moves the portrait and looks at all of it. */
  MeasuredPicture show(MotionTrack motion) {
    List<FaceLandmarks> faces = new ArrayList<>();
    List<Double> backgrounds = new ArrayList<>();
    for (RgbImage region : render(motion)) {
      RgbImage frame = scene.compose(region);
      faces.add(look(frame));
      backgrounds.add(Background.psnr(scene.still(), frame, still));
    }
    return new MeasuredPicture(still, faces, backgrounds);
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
