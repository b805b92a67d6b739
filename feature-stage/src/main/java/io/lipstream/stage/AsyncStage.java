package io.lipstream.stage;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.pipeline.JobTicket;
import io.lipstream.pipeline.Report;
import java.io.Serializable;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.ThreadSafeSimpleCounter;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.async.RichAsyncFunction;
import org.apache.flink.types.Either;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a stage's blocking work on threads of its own, one worker a thread, shared fairly among the
 * tenants whose work it holds. Every item ends as a value or as a coded report, never as an
 * exception: bad work must not restart the job. A fault of the request is one log line; a fault of
 * ours has its stack trace. An item whose deadline has passed or whose job has ended is not worked
 * on.
 */
public final class AsyncStage<I, O> extends RichAsyncFunction<I, Either<O, Report>> {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(AsyncStage.class);

  /** Tells whose work an item is. */
  @FunctionalInterface
  public interface TicketOf<I> extends Serializable {
    JobTicket of(I item);
  }

  private final String name;
  private final int threads;
  private final TicketOf<I> ticketOf;
  private final StageWorkFactory<I, O> factory;
  private final EndedJobs.Source endedJobsSource;
  private transient StageWorkFactory.Workshop<I, O> workshop;
  private transient Queue<StageWork<I, O>> idle;
  private transient ExecutorService executor;
  private transient TenantTurns turns;
  private transient Counter failures;
  private transient StageDrops drops;
  private transient EndedJobs endedJobs;
  private transient volatile boolean closed;

  public AsyncStage(
      String name,
      int threads,
      TicketOf<I> ticketOf,
      StageWorkFactory<I, O> factory,
      EndedJobs.Source endedJobs) {
    this.name = name;
    this.threads = threads;
    this.ticketOf = ticketOf;
    this.factory = factory;
    this.endedJobsSource = endedJobs;
  }

  @Override
  public void open(OpenContext context) {
    endedJobs = endedJobsSource.open();
    workshop = openWorkshop();
    idle = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < threads; i++) {
      idle.add(workshop.worker());
    }
    AtomicInteger number = new AtomicInteger();
    executor =
        Executors.newFixedThreadPool(
            threads,
            runnable -> {
              Thread thread = new Thread(runnable, name + "-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    turns = new TenantTurns(executor, threads);
    MetricGroup metrics = getRuntimeContext().getMetricGroup();
    failures = metrics.counter("lipstream_" + name + "_failures", new ThreadSafeSimpleCounter());
    drops = new StageDrops(metrics, name);
  }

  @Override
  public void asyncInvoke(I item, ResultFuture<Either<O, Report>> result) {
    turns.submit(ticketOf.of(item).tenant(), () -> result.complete(List.of(outcome(item))));
  }

  @Override
  public void close() {
    closed = true;
    if (executor != null) {
      executor.shutdownNow();
    }
    if (idle != null) {
      for (StageWork<I, O> worker = idle.poll(); worker != null; worker = idle.poll()) {
        worker.close();
      }
    }
    if (workshop != null) {
      workshop.close();
    }
    if (endedJobs != null) {
      endedJobs.close();
    }
  }

  /** What is configured wrong is no better after a restart, and is said once. */
  private StageWorkFactory.Workshop<I, O> openWorkshop() {
    try {
      return factory.open(getRuntimeContext());
    } catch (LipstreamException e) {
      throw e.code() == ErrorCode.CONFIGURATION_INVALID ? new SuppressRestartsException(e) : e;
    }
  }

  private Either<O, Report> outcome(I item) {
    JobTicket job = ticketOf.of(item);
    StageWork<I, O> worker = idle.remove();
    try {
      refuseUnwanted(job);
      return worker.outcome(item);
    } catch (Throwable e) {
      failures.inc();
      return Either.Right(failure(job, LipstreamException.of(e)));
    } finally {
      idle.add(worker);
      if (closed && idle.remove(worker)) {
        worker.close();
      }
    }
  }

  private void refuseUnwanted(JobTicket job) {
    if (endedJobs.contains(job.jobId())) {
      drops.cancelled();
      throw new LipstreamException(
          ErrorCode.CANCELLED, "the job had ended before %s".formatted(name));
    }
    if (System.currentTimeMillis() > job.deadline()) {
      drops.late();
      throw new LipstreamException(
          ErrorCode.DEADLINE_PASSED,
          "the deadline %s passed before %s".formatted(Instant.ofEpochMilli(job.deadline()), name));
    }
  }

  private Report failure(JobTicket job, LipstreamException failure) {
    if (failure.code() == ErrorCode.INTERNAL) {
      LOG.error("job {} attempt {} failed in {}", job.jobId(), job.attempt(), name, failure);
    } else {
      LOG.info(
          "job {} attempt {} failed in {}: {} {}",
          job.jobId(),
          job.attempt(),
          name,
          failure.code(),
          failure.getMessage());
    }
    return Report.failure(job, failure, System.currentTimeMillis());
  }
}
