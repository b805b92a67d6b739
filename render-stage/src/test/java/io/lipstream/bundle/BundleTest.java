package io.lipstream.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.storage.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleTest {
  @TempDir Path folder;

  @Test
  void opensTheEmbeddedBundle() {
    Bundle bundle = Bundle.open(new BundleSettings(Optional.empty()));

    assertThat(bundle.manifest().name()).isEqualTo("embedded");
    assertThat(bundle.manifest().unit()).isEqualTo("frame");
    assertThat(bundle.digest()).matches("[0-9a-f]{64}");
    assertThat(bundle.graph("audio2mouth")).isNotEmpty();
  }

  @Test
  void canonicalSidesAreEvenAndAscending() {
    assertThat(Bundle.embedded().manifest().regionSides())
        .isSorted()
        .doesNotHaveDuplicates()
        .allMatch(side -> side > 0 && side % 2 == 0);
  }

  @Test
  void aFolderWithTheSameFilesHasTheSameDigest() throws IOException {
    copyEmbedded();

    assertThat(Bundle.open(new BundleSettings(Optional.of(folder))).digest())
        .isEqualTo(Bundle.embedded().digest());
  }

  @Test
  void anotherManifestHasAnotherDigest() throws IOException {
    copyEmbedded();
    Path manifest = folder.resolve("manifest.json");
    Files.writeString(manifest, Files.readString(manifest) + "\n");

    assertThat(Bundle.open(folder).digest()).isNotEqualTo(Bundle.embedded().digest());
  }

  @Test
  void refusesADamagedFileNamingBothDigests() throws IOException {
    copyEmbedded();
    Path damaged = folder.resolve("audio2mouth.onnx");
    String whole = Digest.of(damaged);
    byte[] bytes = Files.readAllBytes(damaged);
    bytes[bytes.length / 2] ^= 1;
    Files.write(damaged, bytes);

    assertThatThrownBy(() -> Bundle.open(folder))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID))
        .hasMessageContaining("audio2mouth.onnx has SHA-256 " + Digest.of(damaged))
        .hasMessageContaining("expected " + whole)
        .hasMessageNotContaining("\n");
  }

  @Test
  void refusesAMissingFile() throws IOException {
    copyEmbedded();
    Files.delete(folder.resolve("audio2mouth.onnx"));

    assertInvalid(() -> Bundle.open(folder), "audio2mouth.onnx");
  }

  @Test
  void refusesAFolderWithoutAManifest() {
    assertInvalid(() -> Bundle.open(folder), "manifest.json");
  }

  @Test
  void refusesAManifestThatLacksAField() throws IOException {
    Files.writeString(folder.resolve("manifest.json"), "{\"name\": \"half\"}");

    assertInvalid(() -> Bundle.open(folder), "version");
  }

  @Test
  void refusesAUnitThatItDoesNotRender() throws IOException {
    copyEmbedded();
    Path manifest = folder.resolve("manifest.json");
    Files.writeString(manifest, Files.readString(manifest).replace("\"frame\"", "\"window\""));

    assertInvalid(() -> Bundle.open(folder), "unit 'window', expected 'frame'");
  }

  @Test
  void refusesAFileOutsideTheFolder() throws IOException {
    copyEmbedded();
    Path manifest = folder.resolve("manifest.json");
    Files.writeString(
        manifest,
        Files.readString(manifest).replace("\"audio2mouth.onnx\"", "\"../audio2mouth.onnx\""));

    assertInvalid(() -> Bundle.open(folder), "../audio2mouth.onnx");
  }

  @Test
  void namesTheGraphsItHasWhenAskedForAnother() {
    assertInvalid(() -> Bundle.embedded().graph("nothing"), "audio2mouth.onnx");
  }

  private static void assertInvalid(ThrowingCallable call, String mentioned) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID))
        .hasMessageContaining(mentioned);
  }

  private void copyEmbedded() throws IOException {
    copy("manifest.json");
    for (Manifest.BundleFile file : Bundle.embedded().manifest().files()) {
      copy(file.name());
    }
    assertThat(Files.readString(folder.resolve("manifest.json"), StandardCharsets.UTF_8))
        .contains("embedded");
  }

  private void copy(String name) throws IOException {
    try (InputStream stream = Bundle.class.getResourceAsStream("/bundles/embedded/" + name)) {
      Files.copy(stream, folder.resolve(name));
    }
  }
}
