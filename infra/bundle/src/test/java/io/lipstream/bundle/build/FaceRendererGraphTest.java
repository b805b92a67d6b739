package io.lipstream.bundle.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.bundle.Bundle;
import org.junit.jupiter.api.Test;

class FaceRendererGraphTest {
  @Test
  void theBundleHoldsWhatTheToolBuilds() {
    assertThat(FaceRendererGraph.build()).isEqualTo(Bundle.embedded().graph("face_renderer"));
  }
}
