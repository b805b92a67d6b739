package io.lipstream.rendering;

import io.lipstream.inference.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A portrait as inputs of the renderer's graph. Made when they are first asked for, since the
 * processor path needs none. Thread-safe.
 */
final class GraphMaps {
  static final int BASE_PLANES = 4;
  static final int SECOND_PLANES = 5;

  /** Inputs with a first axis of portraits; the others are the same for all of one grid. */
  static final List<String> OF_PORTRAIT = List.of("headFields", "faceFields", "base", "second");

  /** Of larger portraits a run takes one: eight take 144 MiB, on their way and on the device. */
  static final long MOST_SHARED = 18L << 20;

  private static final AtomicLong NUMBER = new AtomicLong();

  private final long number = NUMBER.incrementAndGet();

  private final FaceFields fields;
  private final HeadSway sway;
  private final PortraitLayers layers;
  private Map<String, Tensor> tensors;

  GraphMaps(FaceFields fields, HeadSway sway, PortraitLayers layers) {
    this.fields = fields;
    this.sway = sway;
    this.layers = layers;
  }

  /** Whether runs over such a grid take several portraits. */
  static boolean shareRuns(FieldGrid grid) {
    return portraitBytes(grid) <= MOST_SHARED;
  }

  /** Tells it from every other. */
  long number() {
    return number;
  }

  /** Every input but those of a batch's motion. */
  synchronized Map<String, Tensor> tensors() {
    if (tensors == null) {
      FieldGrid grid = fields.grid();
      int width = grid.region().width();
      int height = grid.region().height();
      tensors =
          Map.of(
              "pixelPlaces", places(width, height),
              "cellPlaces", places(grid.width(), grid.height()),
              "pixelUnits", units(grid),
              "headFields", tensor(sway.fields(), 1, HeadSway.PLANES, grid.cells()),
              "faceFields", faceFields(grid),
              "base", base(width, height),
              "second", second(width, height));
    }
    return tensors;
  }

  /** Bytes that the tensors take once they are made. */
  long byteSize() {
    FieldGrid grid = fields.grid();
    return portraitBytes(grid) + Float.BYTES * 2 * (pixels(grid) + grid.cells());
  }

  private static long portraitBytes(FieldGrid grid) {
    return Float.BYTES
        * (pixels(grid) * (BASE_PLANES + SECOND_PLANES)
            + (long) grid.cells() * (HeadSway.PLANES + FaceCoefficient.COUNT * FaceFields.PLANES));
  }

  private static long pixels(FieldGrid grid) {
    return (long) grid.region().width() * grid.region().height();
  }

  /** Centres of the pixels or cells, from -1 to 1 over the region. */
  private static Tensor places(int width, int height) {
    float[] places = new float[2 * width * height];
    for (int row = 0; row < height; row++) {
      for (int column = 0; column < width; column++) {
        places[row * width + column] = (float) ((2 * column + 1.0) / width - 1);
        places[(height + row) * width + column] = (float) ((2 * row + 1.0) / height - 1);
      }
    }
    return tensor(places, 1, 2, height, width);
  }

  /** How much of a place one pixel is, across and down. */
  private static Tensor units(FieldGrid grid) {
    float[] units = {2f / grid.region().width(), 2f / grid.region().height()};
    return tensor(units, 1, 2, 1, 1);
  }

  private Tensor faceFields(FieldGrid grid) {
    int cells = grid.cells();
    float[] values = new float[FaceCoefficient.COUNT * FaceFields.PLANES * cells];
    for (FaceCoefficient coefficient : FaceCoefficient.values()) {
      for (int plane = 0; plane < FaceFields.PLANES; plane++) {
        float[] field = fields.plane(coefficient, plane);
        if (field != null) {
          int at = (coefficient.ordinal() * FaceFields.PLANES + plane) * cells;
          System.arraycopy(field, 0, values, at, cells);
        }
      }
    }
    return tensor(values, 1, FaceCoefficient.COUNT, (long) FaceFields.PLANES * cells);
  }

  private Tensor base(int width, int height) {
    float[] planes = new float[BASE_PLANES * width * height];
    layers.base().copyTo(planes);
    return tensor(planes, 1, BASE_PLANES, height, width);
  }

  private Tensor second(int width, int height) {
    float[] planes = new float[SECOND_PLANES * width * height];
    layers.second().copyTo(planes);
    int at = (SECOND_PLANES - 1) * width * height;
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        planes[at++] = (layers.behind()[layers.second().index(x, y)] & 0xff) / 255f;
      }
    }
    return tensor(planes, 1, SECOND_PLANES, height, width);
  }

  private static Tensor tensor(float[] values, long... shape) {
    FloatBuffer direct =
        ByteBuffer.allocateDirect(4 * values.length).order(ByteOrder.nativeOrder()).asFloatBuffer();
    direct.put(values).flip();
    return new Tensor(shape, direct);
  }
}
