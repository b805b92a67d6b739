package io.lipstream.bench.efficiency;

import io.lipstream.bench.pipeline.SampleClip;
import io.lipstream.bench.video.BareClip;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The bare loop as a process: for each line with a resolution, a count and a length in seconds it
 * makes so many clips, one after the other, and answers with the seconds that took. Ends with its
 * input.
 */
public final class BareLoop {
  private BareLoop() {}

  /**
   * @param arguments threads, and a folder for files
   */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[1]);
    try (BareClip bare = new BareClip(Integer.parseInt(arguments[0]));
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] words = line.split(" ", -1);
        Deque<SampleClip> clips = new ArrayDeque<>();
        for (int i = 0; i < Integer.parseInt(words[1]); i++) {
          clips.add(SampleClip.write(folder, Integer.parseInt(words[2]), i));
        }
        long start = System.nanoTime();
        for (SampleClip clip : clips) {
          bare.make(clip.photo(), clip.voice(), Integer.parseInt(words[0]), folder);
        }
        System.out.println((System.nanoTime() - start) / 1e9);
      }
    }
  }
}
