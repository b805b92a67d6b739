package io.lipstream.bench.sync;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;

/**
 * The mouth that the phones of a recording ask for, a hundred times a second, as {@code
 * sound_to_mouth.references} wrote it. Immutable but for its arrays, which nobody changes.
 *
 * @param shapes the shape of the lips at each moment
 * @param mouth open, width, round, press, tuck and tongue at each moment
 */
record Reference(String name, String[] shapes, float[][] mouth) {
  static final int ROWS_A_SECOND = 100;
  static final String SILENT = "sil";
  static final String BILABIAL = "PP";
  private static final int OPEN = 0;
  private static final int PRESS = 3;
  private static final double JAW_HELD_BY_LIPS = 0.9;

  /** Nobody speaks so many rows before and after a moment that counts as silent. */
  private static final int SILENT_AROUND = 10;

  static Reference read(String name) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(open("/sync/" + name + ".csv"), StandardCharsets.UTF_8))) {
      List<String[]> rows = lines.lines().skip(1).map(line -> line.split(",")).toList();
      return new Reference(
          name,
          rows.stream().map(row -> row[0]).toArray(String[]::new),
          rows.stream().map(Reference::values).toArray(float[][]::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int rows() {
    return shapes.length;
  }

  /** How far apart the lips are, 0 to 1: the jaw, unless they are pressed together. */
  double[] opening() {
    return Arrays.stream(mouth)
        .mapToDouble(values -> values[OPEN] * (1 - JAW_HELD_BY_LIPS * values[PRESS]))
        .toArray();
  }

  boolean silent(int row) {
    for (int i = Math.max(0, row - SILENT_AROUND);
        i <= Math.min(rows() - 1, row + SILENT_AROUND);
        i++) {
      if (!shapes[i].equals(SILENT)) {
        return false;
      }
    }
    return true;
  }

  /** Copies the recording to a file. */
  Path recording(Path folder) {
    if (name.startsWith(Speech.WORDS)) {
      return Speech.installed(name);
    }
    String file = name + ".wav";
    boolean own = Reference.class.getResource("/sync/" + file) != null;
    try (InputStream sound = open((own ? "/sync/" : "/samples/") + file)) {
      Path path = folder.resolve(file);
      Files.copy(sound, path, StandardCopyOption.REPLACE_EXISTING);
      return path;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String resource) {
    return Reference.class.getResourceAsStream(resource);
  }

  private static float[] values(String[] row) {
    float[] values = new float[row.length - 1];
    for (int i = 0; i < values.length; i++) {
      values[i] = Float.parseFloat(row[i + 1]);
    }
    return values;
  }
}
