package io.lipstream.interleaving;

import io.lipstream.pipeline.PreparedClip;
import io.lipstream.pipeline.Segment;
import java.util.Map;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;

/**
 * Cuts clips into segments and releases them fairly. It ends a chain: what follows must be reached
 * over the network, since the network's room is what paces the release.
 */
public final class Interleaver extends AbstractStreamOperatorFactory<Segment>
    implements OneInputStreamOperatorFactory<PreparedClip, Segment> {
  private static final long serialVersionUID = 1L;

  private final int capacity;
  private final Map<String, Double> tenantWeights;

  /**
   * @param capacity clips held at most by each subtask
   * @param tenantWeights share of each tenant, above 0; 1 for one that is not named
   */
  public Interleaver(int capacity, Map<String, Double> tenantWeights) {
    this.capacity = capacity;
    this.tenantWeights = Map.copyOf(tenantWeights);
    setChainingStrategy(ChainingStrategy.ALWAYS);
  }

  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public <T extends StreamOperator<Segment>> T createStreamOperator(
      StreamOperatorParameters<Segment> parameters) {
    return (T)
        new InterleaverOperator(
            parameters, parameters.getMailboxExecutor(), capacity, tenantWeights);
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return InterleaverOperator.class;
  }
}
