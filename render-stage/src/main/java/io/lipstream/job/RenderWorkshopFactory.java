package io.lipstream.job;

import io.lipstream.pipeline.Piece;
import io.lipstream.pipeline.Segment;
import io.lipstream.stage.StageWorkFactory;
import java.util.List;

/** Opens the render workshop of a subtask with the GPUs that its process was given. */
record RenderWorkshopFactory(DataPlaneSettings configuration)
    implements StageWorkFactory<Segment, Piece> {
  @Override
  public Workshop<Segment, Piece> open() {
    return open(List.of());
  }

  @Override
  public Workshop<Segment, Piece> open(List<Integer> gpus) {
    return new RenderWorkshop(configuration, gpus);
  }
}
