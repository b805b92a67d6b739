package io.lipstream.rendering;

import io.lipstream.batching.DropReason;
import java.time.Duration;

/** Is told what making frames on the processor takes, on the threads that make them. */
public interface FrameMeter {
  /** Hears nothing. */
  FrameMeter NONE =
      new FrameMeter() {
        @Override
        public void made(Duration time) {}

        @Override
        public void dropped(DropReason reason, int frames) {}
      };

  /** A frame was made. */
  void made(Duration time);

  /** So many frames were not made. */
  void dropped(DropReason reason, int frames);
}
