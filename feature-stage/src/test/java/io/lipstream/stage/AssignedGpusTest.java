package io.lipstream.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.api.common.externalresource.ExternalResourceInfo;
import org.junit.jupiter.api.Test;

class AssignedGpusTest {
  /** As Flink's GPU driver tells of a device. */
  private record Resource(Map<String, String> properties) implements ExternalResourceInfo {
    @Override
    public Optional<String> getProperty(String key) {
      return Optional.ofNullable(properties.get(key));
    }

    @Override
    public Collection<String> getKeys() {
      return properties.keySet();
    }
  }

  @Test
  void theIndicesComeInOrder() {
    assertThat(
            AssignedGpus.indices(
                Set.of(
                    new Resource(Map.of("index", "3")),
                    new Resource(Map.of("index", "0")),
                    new Resource(Map.of("index", "10")))))
        .containsExactly(0, 3, 10);
  }

  @Test
  void aResourceWithoutAnIndexIsPassedOver() {
    assertThat(AssignedGpus.indices(Set.of(new Resource(Map.of("serial", "1"))))).isEmpty();
    assertThat(AssignedGpus.indices(Set.of())).isEmpty();
  }
}
