package io.lipstream.bench.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.sound.sampled.AudioSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleClipTest {
  @TempDir Path folder;

  @Test
  void eachNumberGivesOtherBytesAndTheSamePicture() throws Exception {
    SampleClip one = SampleClip.write(folder, 1, 1);
    SampleClip other = SampleClip.write(folder, 1, 2);
    assertThat(Files.readAllBytes(one.photo())).isNotEqualTo(Files.readAllBytes(other.photo()));
    assertThat(Files.readAllBytes(one.voice())).isNotEqualTo(Files.readAllBytes(other.voice()));
    assertThat(pixels(one.photo())).isEqualTo(pixels(other.photo()));
  }

  @Test
  void theVoiceIsAsLongAsWasAsked() throws Exception {
    for (double seconds : new double[] {1, 7.5, 10}) {
      Path voice = SampleClip.write(folder, seconds, 3).voice();
      try (var sound = AudioSystem.getAudioInputStream(voice.toFile())) {
        assertThat(sound.getFrameLength() / sound.getFormat().getFrameRate())
            .isEqualTo((float) seconds);
      }
    }
  }

  private static int[] pixels(Path photo) throws Exception {
    var image = ImageIO.read(photo.toFile());
    return IntStream.range(0, image.getWidth())
        .flatMap(x -> IntStream.range(0, image.getHeight()).map(y -> image.getRGB(x, y)))
        .toArray();
  }
}
