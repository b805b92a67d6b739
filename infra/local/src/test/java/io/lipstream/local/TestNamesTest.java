package io.lipstream.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Surefire runs classes by their names: a test that is called otherwise is never run. */
final class TestNamesTest {
  private static final Path ROOT = Path.of("../..");
  private static final Pattern TEST =
      Pattern.compile(
          "^\\s*@(Test|ParameterizedTest|RepeatedTest|TestFactory|Property|Example|ArchTest)\\b",
          Pattern.MULTILINE);

  @Test
  void everyClassWithATestIsNamedSoThatItIsRun() throws IOException {
    List<Path> tests;
    try (Stream<Path> files = Files.walk(ROOT)) {
      tests = files.filter(TestNamesTest::isTestSource).filter(TestNamesTest::hasTest).toList();
    }
    assertThat(tests).hasSizeGreaterThan(100);
    assertThat(tests).allMatch(file -> file.toString().endsWith("Test.java"));
  }

  private static boolean isTestSource(Path file) {
    String path = file.toString();
    return path.contains("/src/test/java/") && path.endsWith(".java");
  }

  private static boolean hasTest(Path file) {
    try {
      return TEST.matcher(Files.readString(file)).find();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
