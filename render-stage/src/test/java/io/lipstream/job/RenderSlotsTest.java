package io.lipstream.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.event.Lane;
import io.lipstream.stage.AssignedGpus;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.flink.api.common.externalresource.ExternalResourceDriver;
import org.apache.flink.api.common.externalresource.ExternalResourceDriverFactory;
import org.apache.flink.api.common.externalresource.ExternalResourceInfo;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.plugin.PluginManager;
import org.apache.flink.runtime.externalresource.ExternalResourceUtils;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.taskexecutor.TaskExecutor;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where render subtasks run: in slots that no other operator shares, with the GPUs of Flink's. */
@Timeout(60)
final class RenderSlotsTest {
  private static final int GPUS = 2;

  /** What each render subtask was told of, and which of them it took. */
  private static final Queue<List<Integer>> TOLD = new ConcurrentLinkedQueue<>();

  private static final Queue<Integer> TAKEN = new ConcurrentLinkedQueue<>();
  private static final GpuTurns TURNS = new GpuTurns();

  /** Stands for Flink's GPU driver, which asks the machine; devices 4, 5 and so on. */
  public static final class PretendedGpus implements ExternalResourceDriverFactory {
    private record Gpu(String index) implements ExternalResourceInfo {
      @Override
      public Optional<String> getProperty(String key) {
        return key.equals("index") ? Optional.of(index) : Optional.empty();
      }

      @Override
      public Collection<String> getKeys() {
        return List.of("index");
      }
    }

    @Override
    public ExternalResourceDriver createExternalResourceDriver(Configuration configuration) {
      return amount ->
          LongStream.range(4, 4 + amount)
              .mapToObj(index -> new Gpu(Long.toString(index)))
              .collect(Collectors.toSet());
    }
  }

  /** Finds plugins where the tests are, not in folders. */
  private static final class ClassPathPlugins implements PluginManager {
    @Override
    public <P> Iterator<P> load(Class<P> service) {
      return ServiceLoader.load(service).iterator();
    }
  }

  @Test
  void renderOperatorsAreAloneInTheirSlotSharingGroup() {
    StreamGraph graph = graph();

    Map<String, Set<String>> operators =
        graph.getStreamNodes().stream()
            .collect(
                Collectors.groupingBy(
                    StreamNode::getSlotSharingGroup,
                    Collectors.mapping(StreamNode::getOperatorName, Collectors.toSet())));

    assertThat(operators.get("render")).containsExactlyInAnyOrder("render", "render-split");
    assertThat(operators.get("default")).contains("gather", "assemble", "fetch-bulk");
  }

  @Test
  void renderSubtasksTakeTheGpusOfFlinksExternalResourceInTurn() throws Exception {
    Configuration configuration = new Configuration();
    configuration.setString("external-resources", "gpu");
    configuration.setString("external-resource.gpu.amount", Integer.toString(GPUS));
    configuration.setString(
        "external-resource.gpu.driver-factory.class", PretendedGpus.class.getName());
    StreamGraph graph = graph();
    try (MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(8)
                .build())) {
      cluster.start();
      giveResources(cluster, configuration);
      cluster.executeJobBlocking(graph.getJobGraph());
    }

    assertThat(TOLD).hasSize(GPUS).containsOnly(List.of(4, 5));
    assertThat(TAKEN).containsExactlyInAnyOrder(4, 5);
  }

  /** A mini-cluster gives its task managers no external resources, whatever is configured. */
  private static void giveResources(MiniCluster cluster, Configuration configuration)
      throws ReflectiveOperationException {
    Field taskManagers = MiniCluster.class.getDeclaredField("taskManagers");
    taskManagers.setAccessible(true);
    Field resources = TaskExecutor.class.getDeclaredField("externalResourceInfoProvider");
    resources.setAccessible(true);
    for (Object taskManager : (List<?>) taskManagers.get(cluster)) {
      resources.set(
          taskManager,
          ExternalResourceUtils.createStaticExternalResourceInfoProviderFromConfig(
              configuration, new ClassPathPlugins()));
    }
  }

  private static StreamGraph graph() {
    StreamExecutionEnvironment environment = PipelineTest.environment(new Configuration());
    PipelineTest.connect(
            environment,
            PipelineTest.tickets("i", Lane.INTERACTIVE, 1),
            PipelineTest.tickets("b", Lane.BULK, 2),
            Map.of("job.render-parallelism", Integer.toString(GPUS)),
            PipelineTest.work(
                context -> {
                  List<Integer> told = AssignedGpus.of(context);
                  TOLD.add(told);
                  TAKEN.add(TURNS.take(told).index().orElseThrow());
                  return () -> PipelineTest::piece;
                }))
        .sinkTo(new DiscardingSink<>());
    return environment.getStreamGraph();
  }
}
