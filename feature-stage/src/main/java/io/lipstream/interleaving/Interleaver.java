package io.lipstream.interleaving;

import io.lipstream.pipeline.PreparedClip;
import io.lipstream.pipeline.Segment;
import io.lipstream.stage.EndedJobs;
import java.util.Map;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;

/**
 * Cuts clips into segments and releases them fairly. It ends a chain: what follows must be reached
 * over the network, since what render workers have not read yet is what paces the release.
 */
public final class Interleaver extends AbstractStreamOperatorFactory<Segment>
    implements OneInputStreamOperatorFactory<PreparedClip, Segment> {
  private static final long serialVersionUID = 1L;

  private final int capacity;
  private final int unreadPerWorker;
  private final Map<String, Double> tenantWeights;
  private final EndedJobs.Source endedJobs;

  /**
   * @param capacity clips held at most by each subtask
   * @param unreadPerWorker segments released that a render worker has not read, at most; a lane's
   *     share of the workers is in proportion to it while all lanes are busy
   * @param tenantWeights share of each tenant, above 0; 1 for one that is not named
   * @param endedJobs whose segments are not released any more
   */
  public Interleaver(
      int capacity,
      int unreadPerWorker,
      Map<String, Double> tenantWeights,
      EndedJobs.Source endedJobs) {
    this.capacity = capacity;
    this.unreadPerWorker = unreadPerWorker;
    this.tenantWeights = Map.copyOf(tenantWeights);
    this.endedJobs = endedJobs;
    setChainingStrategy(ChainingStrategy.ALWAYS);
  }

  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public <T extends StreamOperator<Segment>> T createStreamOperator(
      StreamOperatorParameters<Segment> parameters) {
    return (T)
        new InterleaverOperator(
            parameters,
            parameters.getMailboxExecutor(),
            capacity,
            unreadPerWorker,
            tenantWeights,
            endedJobs);
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return InterleaverOperator.class;
  }
}
