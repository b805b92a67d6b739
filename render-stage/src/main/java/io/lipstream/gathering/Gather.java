package io.lipstream.gathering;

import io.lipstream.pipeline.Piece;
import io.lipstream.pipeline.PreparedClip;
import io.lipstream.pipeline.Report;
import io.lipstream.stage.Split;
import java.time.Duration;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Waits, by job, for every piece of a clip, in any order and however often each comes, and then
 * sends the clip on once. Pieces of any attempt count, since a piece is a pure function of what the
 * job is pinned to. What is kept of a clip that never ends goes by timer.
 */
public final class Gather extends KeyedProcessFunction<String, Piece, GatheredClip> {
  private static final long serialVersionUID = 1L;

  private final long keepMillis;
  private transient ValueState<PieceSet> pieces;
  private transient ValueState<Long> expiry;

  /**
   * @param keep how long after its newest piece an unfinished clip is forgotten
   */
  public Gather(Duration keep) {
    keepMillis = keep.toMillis();
  }

  @Override
  public void open(OpenContext context) {
    pieces =
        getRuntimeContext()
            .getState(new ValueStateDescriptor<>("pieces", TypeInformation.of(PieceSet.class)));
    expiry =
        getRuntimeContext()
            .getState(new ValueStateDescriptor<>("expiry", TypeInformation.of(Long.class)));
  }

  @Override
  public void processElement(Piece piece, Context context, Collector<GatheredClip> out)
      throws Exception {
    PreparedClip clip = piece.segment().clip();
    long startedAt = piece.finishedAt() - piece.renderMillis();
    PieceSet before = pieces.value();
    PieceSet now =
        (before == null ? PieceSet.startedAt(startedAt) : before)
            .with(piece.segment().index(), startedAt);
    long time = context.timerService().currentProcessingTime();
    boolean complete = now.count() == clip.segmentCount();
    context.output(
        Split.REPORTS,
        Report.progress(
            clip.job(),
            complete ? "ASSEMBLING" : "RENDERING",
            Math.min(clip.frames(), now.count() * clip.segmentFrames()),
            clip.frames(),
            time));
    if (complete) {
      forget(context);
      out.collect(
          new GatheredClip(
              clip,
              piece.engine(),
              piece.modelDigest(),
              piece.finishedAt() - now.firstStartedAt()));
    } else {
      pieces.update(now);
      keepUntil(context, time + keepMillis);
    }
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<GatheredClip> out)
      throws Exception {
    Long due = expiry.value();
    if (due != null && due <= timestamp) {
      pieces.clear();
      expiry.clear();
    }
  }

  private void keepUntil(Context context, long due) throws Exception {
    Long before = expiry.value();
    if (before != null) {
      context.timerService().deleteProcessingTimeTimer(before);
    }
    context.timerService().registerProcessingTimeTimer(due);
    expiry.update(due);
  }

  private void forget(Context context) throws Exception {
    Long due = expiry.value();
    if (due != null) {
      context.timerService().deleteProcessingTimeTimer(due);
    }
    pieces.clear();
    expiry.clear();
  }
}
