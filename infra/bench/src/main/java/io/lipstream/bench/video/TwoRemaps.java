package io.lipstream.bench.video;

import io.lipstream.rendering.Region;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.global.opencv_imgproc;
import org.bytedeco.opencv.opencv_core.Mat;

/** Moves two pictures of a region's size by OpenCV, bilinear, on one thread. */
final class TwoRemaps implements AutoCloseable {
  private static final int LAYERS = 2;

  private final Mat source;
  private final Mat target = new Mat();
  private final Mat columns;
  private final Mat rows;

  TwoRemaps(Region region) {
    opencv_core.setNumThreads(1);
    source = new Mat(region.height(), region.width(), opencv_core.CV_8UC3);
    columns = new Mat(region.height(), region.width(), opencv_core.CV_32FC1);
    rows = new Mat(region.height(), region.width(), opencv_core.CV_32FC1);
    for (int y = 0; y < region.height(); y++) {
      FloatPointer x = new FloatPointer(columns.ptr(y));
      FloatPointer z = new FloatPointer(rows.ptr(y));
      for (int i = 0; i < region.width(); i++) {
        x.put(i, (float) (i + 3 * Math.sin(y / 20.0)));
        z.put(i, (float) (y + 3 * Math.cos(i / 20.0)));
      }
    }
  }

  void run(int frames) {
    for (int frame = 0; frame < frames; frame++) {
      for (int layer = 0; layer < LAYERS; layer++) {
        opencv_imgproc.remap(source, target, columns, rows, opencv_imgproc.INTER_LINEAR);
      }
    }
  }

  @Override
  public void close() {
    source.close();
    target.close();
    columns.close();
    rows.close();
  }
}
