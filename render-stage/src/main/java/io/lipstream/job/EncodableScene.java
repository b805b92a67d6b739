package io.lipstream.job;

import io.lipstream.encoding.StillPicture;
import io.lipstream.rendering.Scene;

/** A portrait made ready for the renderer and for the encoder. */
record EncodableScene(Scene scene, StillPicture still) {
  static EncodableScene of(Scene scene) {
    return new EncodableScene(scene, StillPicture.of(scene.still()));
  }

  long byteSize() {
    return scene.byteSize() + still.byteSize();
  }
}
