package io.lipstream.rendering;

import io.lipstream.batching.DropReason;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How badly frames are wanted.
 *
 * @param urgent whether somebody waits for them: the interactive lane
 * @param unwanted tells, whenever asked, whether they need not be made any more, and why
 */
public record RenderDemand(boolean urgent, Supplier<Optional<DropReason>> unwanted) {
  /** Frames that are wanted whenever they come. */
  public static final RenderDemand PATIENT = new RenderDemand(false, Optional::empty);
}
