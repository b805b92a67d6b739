package io.lipstream.bench.sync;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is said to the portrait, by the names of its references. Nothing of it was taught: the novel
 * and the words are by speakers that the sound network never heard, the prompts are other sentences
 * of those that it did. Immutable.
 */
final class Speech {
  /** Beginnings of the names of real speech, a source each. */
  static final String NOVEL = "austen";

  static final String PROMPTS = "prompt";
  static final String WORDS = "words";

  static final List<String> SYNTHETIC =
      List.of(
          "synthetic-en",
          "synthetic-zh",
          "synthetic-es",
          "synthetic-fr",
          "synthetic-de",
          "synthetic-ked");

  private static final List<String> IN_THE_REPOSITORY =
      List.of(
          "austen-0870",
          "austen-0880",
          "austen-0890",
          "austen-0920",
          "austen-0930",
          "prompt-en-1",
          "prompt-en-2",
          "prompt-es-1",
          "prompt-es-2",
          "prompt-fr-1",
          "prompt-fr-2",
          "prompt-it-1",
          "prompt-it-2");

  private static final List<String> OF_THE_LOUDSPEAKER_TEST =
      List.of(
          "words-Front_Center",
          "words-Front_Left",
          "words-Front_Right",
          "words-Rear_Center",
          "words-Rear_Left");

  private static final Path ALSA = Path.of("/usr/share/sounds/alsa");

  private Speech() {}

  /** All real speech that is at hand. */
  static List<String> real() {
    return Stream.concat(
            IN_THE_REPOSITORY.stream(),
            OF_THE_LOUDSPEAKER_TEST.stream().filter(name -> Files.exists(installed(name))))
        .toList();
  }

  /** Whether the words of the loudspeaker test are installed: they are under the GPL. */
  static boolean hasWords() {
    return real().stream().anyMatch(name -> name.startsWith(WORDS));
  }

  /** Where Debian's alsa-utils has the recording of a word. */
  static Path installed(String name) {
    return ALSA.resolve(name.substring(name.indexOf('-') + 1) + ".wav");
  }
}
