package io.lipstream.stage;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.api.common.externalresource.ExternalResourceInfo;
import org.apache.flink.api.common.functions.RuntimeContext;

/**
 * The GPUs that Flink's external resource framework gives to a worker process, by the name gpu.
 * Flink tells every subtask of the process of all of them; whose is which is the stage's business.
 */
public final class AssignedGpus {
  private static final String RESOURCE = "gpu";
  private static final String INDEX = "index";

  private AssignedGpus() {}

  /** Their indices, ascending; none where Flink was given no such resource. */
  public static List<Integer> of(RuntimeContext context) {
    return indices(context.getExternalResourceInfos(RESOURCE));
  }

  static List<Integer> indices(Set<ExternalResourceInfo> resources) {
    return resources.stream()
        .map(resource -> resource.getProperty(INDEX))
        .flatMap(Optional::stream)
        .map(Integer::valueOf)
        .sorted()
        .toList();
  }
}
