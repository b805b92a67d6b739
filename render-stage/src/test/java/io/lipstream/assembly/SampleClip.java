package io.lipstream.assembly;

import io.lipstream.audio.AudioLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** One second of 25 frames with a mono tone of 16 kHz. */
public final class SampleClip {
  private SampleClip() {}

  /** Writes clip.mp4, and what it was made of: voice.wav and piece.h264, its first piece. */
  public static Path write(Path folder) throws IOException {
    Path voice = Waves.tone(folder.resolve("voice.wav"), 16_000, 1, 16_000, 0);
    List<byte[]> pieces = Pieces.of(25, 10, 25);
    Files.write(folder.resolve("piece.h264"), pieces.get(0));
    Path clip = folder.resolve("clip.mp4");
    new ClipAssembler(AudioLimits.defaults(), new AssemblySettings(96_000))
        .assemble(
            pieces::get,
            pieces.size(),
            voice,
            new ClipShape(Pieces.WIDTH, Pieces.HEIGHT, 25, 25),
            clip);
    return clip;
  }
}
