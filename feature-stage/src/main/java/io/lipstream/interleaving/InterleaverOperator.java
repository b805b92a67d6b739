package io.lipstream.interleaving;

import io.lipstream.pipeline.PreparedClip;
import io.lipstream.pipeline.Segment;
import io.lipstream.stage.EndedJobs;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;

/**
 * Releases segments one at a time, each as a letter of its own in the task's mailbox, so that a new
 * clip or a checkpoint barrier gets in between any two. While the gate is shut nothing is released:
 * the choice of whose segment goes next is made as late as it can be. Holds at most {@code
 * capacity} clips; more wait upstream. Runs on the task's thread.
 */
final class InterleaverOperator extends AbstractStreamOperator<Segment>
    implements OneInputStreamOperator<PreparedClip, Segment>, BoundedOneInput {
  private static final long serialVersionUID = 1L;
  private static final long LOOK_AGAIN_MILLIS = 1;

  private final transient MailboxExecutor mailbox;
  private final transient SegmentRing ring;
  private final int capacity;
  private final int unreadPerWorker;
  private transient ReleaseGate gate;
  private final EndedJobs.Source endedJobsSource;
  private transient EndedJobs endedJobs;
  private transient Counter dropped;
  private transient ListState<ClipCursor> state;
  private transient boolean releasing;
  private transient volatile Held held = Held.NOTHING;

  /** What is held, for the threads that report metrics. */
  private record Held(int clips, long oldestAcceptedAt) {
    private static final Held NOTHING = new Held(0, Long.MAX_VALUE);

    long oldestAgeMillis() {
      return Math.max(0, System.currentTimeMillis() - oldestAcceptedAt);
    }
  }

  InterleaverOperator(
      StreamOperatorParameters<Segment> parameters,
      MailboxExecutor mailbox,
      int capacity,
      int unreadPerWorker,
      Map<String, Double> tenantWeights,
      EndedJobs.Source endedJobs) {
    super(parameters);
    this.mailbox = mailbox;
    this.capacity = capacity;
    this.unreadPerWorker = unreadPerWorker;
    this.endedJobsSource = endedJobs;
    this.ring = new SegmentRing(tenantWeights);
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    state =
        context
            .getOperatorStateStore()
            .getListState(
                new ListStateDescriptor<>("cursors", TypeInformation.of(ClipCursor.class)));
    for (ClipCursor cursor : state.get()) {
      ring.offer(cursor);
    }
  }

  @Override
  public void open() throws Exception {
    super.open();
    endedJobs = endedJobsSource.open();
    gate = new ReleaseGate(getContainingTask().getEnvironment().getWriter(0), unreadPerWorker);
    dropped = getMetricGroup().counter("lipstream_interleaver_dropped_cancelled");
    getMetricGroup().gauge("lipstream_interleaver_clips", () -> held.clips());
    getMetricGroup().gauge("lipstream_interleaver_oldest_ms", () -> held.oldestAgeMillis());
    tellWhatIsHeld();
    releaseSoon();
  }

  @Override
  public void close() throws Exception {
    if (endedJobs != null) {
      endedJobs.close();
    }
    super.close();
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    state.update(new ArrayList<>(ring.cursors()));
  }

  @Override
  public void processElement(StreamRecord<PreparedClip> element) throws Exception {
    while (ring.clips() >= capacity) {
      mailbox.yield();
    }
    ring.offer(new ClipCursor(element.getValue(), 0));
    tellWhatIsHeld();
    releaseSoon();
  }

  @Override
  public void endInput() throws Exception {
    while (!ring.isEmpty()) {
      mailbox.yield();
    }
  }

  /** To be called when a clip has come or gone, not at each segment: it looks at all of them. */
  private void tellWhatIsHeld() {
    long oldest =
        ring.cursors().stream()
            .mapToLong(cursor -> cursor.clip().job().acceptedAt())
            .min()
            .orElse(Long.MAX_VALUE);
    held = new Held(ring.clips(), oldest);
  }

  private void releaseSoon() {
    if (!releasing && !ring.isEmpty()) {
      releasing = true;
      mailbox.execute(this::release, "release a segment");
    }
  }

  private void release() {
    if (gate.isOpen()) {
      Segment next = ring.next();
      if (ring.clips() < held.clips()) {
        tellWhatIsHeld();
      }
      if (endedJobs.contains(next.clip().job().jobId())) {
        dropped.inc();
      } else {
        gate.pass(() -> output.collect(new StreamRecord<>(next)));
      }
      releasing = false;
      releaseSoon();
    } else {
      ProcessingTimeService time = getProcessingTimeService();
      ScheduledFuture<?> unused =
          time.registerTimer(
              time.getCurrentProcessingTime() + LOOK_AGAIN_MILLIS, timestamp -> release());
    }
  }
}
