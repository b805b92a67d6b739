package io.lipstream.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.admission.Admission;
import io.lipstream.admission.AdmissionSettings;
import io.lipstream.admission.RequestIdentity;
import io.lipstream.backlog.BacklogSettings;
import io.lipstream.error.ErrorCode;
import io.lipstream.event.Command;
import io.lipstream.event.CommandKind;
import io.lipstream.event.Completion;
import io.lipstream.event.Job;
import io.lipstream.event.JobState;
import io.lipstream.event.Outcome;
import io.lipstream.event.OutcomeKind;
import io.lipstream.event.Progress;
import io.lipstream.event.Removal;
import io.lipstream.event.Request;
import io.lipstream.settings.Settings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Whatever is reported, in whatever order and however often, the ledger's promises hold. */
final class LedgerPropertyTest {
  private static final long START = 1_700_000_000_000L;
  private static final Request REQUEST =
      Request.newBuilder(Samples.request("r1"))
          .setDeadline(Instant.ofEpochMilli(START + 86_400_000))
          .build();
  private static final RequestIdentity IDENTITY = RequestIdentity.of(REQUEST);
  private static final Admission ADMISSION =
      new Admission(AdmissionSettings.from(Settings.parse(AdmissionSettings.SETTINGS, Map.of())));
  private static final LedgerSettings SETTINGS =
      LedgerSettings.from(Settings.parse(LedgerSettings.SETTINGS, Map.of()));
  private static final Set<JobState> TERMINAL =
      EnumSet.of(
          JobState.COMPLETED,
          JobState.FAILED,
          JobState.REJECTED,
          JobState.CANCELLED,
          JobState.EXPIRED);

  /** Something that happens to a job some time after what happened before. */
  private record Step(long after, String name, BiFunction<JobRow, Long, Decision> happening) {
    @Override
    public String toString() {
      return "+" + after + " " + name;
    }
  }

  private static final Ledger LEDGER =
      new Ledger(
          SETTINGS, BacklogSettings.from(Settings.parse(BacklogSettings.SETTINGS, Map.of())));

  @Property(tries = 1000)
  void aJobEndsOnceAndOnlyGoesWhereItMay(@ForAll("histories") List<Step> history) {
    Run run = new Run();
    history.forEach(run::take);
    run.sleepUntilForgotten();

    assertThat(run.completions).as("terminal events").hasSize(1);
    assertThat(TERMINAL).contains(run.completions.get(0).getState());
    assertThat(run.attempts)
        .as("attempts are counted from 1 without a gap")
        .isEqualTo(IntStream.rangeClosed(1, run.attempts.size()).boxed().toList());
    assertThat(run.attempts.size()).isLessThanOrEqualTo(SETTINGS.maxAttempts());
    assertThat(run.completions.get(0).getAttempts()).isEqualTo(run.attempts.size());
  }

  @Property(tries = 200)
  void aSuccessOfAnyAttemptOfAnOpenJobCompletesIt(@ForAll("histories") List<Step> history) {
    Run run = new Run();
    history.forEach(run::take);
    if (run.completions.isEmpty() && run.row != null) {
      run.take(
          new Step(0, "success", (row, now) -> LEDGER.report(row, Samples.success("j", 1), now)));
      assertThat(run.completions.get(0).getState()).isEqualTo(JobState.COMPLETED);
    }
  }

  @Provide
  Arbitrary<List<Step>> histories() {
    Arbitrary<Outcome> outcomes =
        Arbitraries.oneOf(
            Combinators.combine(
                    Arbitraries.integers().between(0, 4),
                    Arbitraries.of(JobState.values()),
                    Arbitraries.integers().between(-1, 120),
                    Arbitraries.of(0, 100))
                .as(
                    (attempt, state, done, total) ->
                        Samples.progress("j", attempt, state, done, total)),
            Combinators.combine(
                    Arbitraries.integers().between(0, 4), Arbitraries.of(ErrorCode.values()))
                .as((attempt, code) -> Samples.failure("j", attempt, code)),
            Arbitraries.integers().between(0, 4).map(attempt -> Samples.success("j", attempt)),
            Arbitraries.of(OutcomeKind.values())
                .map(
                    kind ->
                        Outcome.newBuilder(Samples.progress("j", 1, JobState.UNKNOWN, 0, 0))
                            .setKind(kind)
                            .build()));
    Arbitrary<Step> reports =
        Combinators.combine(delays(), outcomes)
            .as(
                (after, outcome) ->
                    new Step(
                        after,
                        outcome.getOutcomeId(),
                        (row, now) -> LEDGER.report(row, outcome, now)));
    Arbitrary<Step> repeats =
        delays()
            .map(
                after ->
                    new Step(
                        after,
                        "again",
                        (row, now) ->
                            // Where the id is free, that is another job and not of this history.
                            LEDGER.givesWay(row, IDENTITY, now)
                                ? Decision.of(row)
                                : LEDGER.again(row, IDENTITY, now)));
    Arbitrary<Step> commands =
        Combinators.combine(
                delays(), Arbitraries.of(CommandKind.values()), Arbitraries.of("acme", "other"))
            .as(
                (after, kind, tenant) ->
                    new Step(
                        after,
                        kind + " by " + tenant,
                        (row, now) -> LEDGER.command(row, command(kind, tenant), now)));
    Arbitrary<Step> wakes = delays().map(after -> new Step(after, "wake", LEDGER::wake));
    return Arbitraries.frequencyOf(
            Tuple.of(16, reports), Tuple.of(2, repeats), Tuple.of(4, wakes), Tuple.of(1, commands))
        .list()
        .ofMaxSize(30);
  }

  private static Command command(CommandKind kind, String tenant) {
    return Command.newBuilder()
        .setJobId(IDENTITY.jobId())
        .setTenant(tenant)
        .setKind(kind)
        .setIssuedAt(Instant.EPOCH)
        .build();
  }

  private static Arbitrary<Long> delays() {
    return Arbitraries.of(0L, 1L, 400L, 1000L, 119_999L, 120_000L, 1_800_000L);
  }

  /** One job's life: holds the row, the clock and what was announced, and checks each step. */
  private static final class Run {
    private final List<Completion> completions = new ArrayList<>();
    private final List<Integer> attempts = new ArrayList<>();
    private final List<Progress> announced = new ArrayList<>();
    private long now = START;
    private JobRow row;

    Run() {
      accept(LEDGER.open(null, REQUEST, IDENTITY, ADMISSION.judge(REQUEST, IDENTITY, now), now));
    }

    void take(Step step) {
      if (row != null) {
        now += step.after();
        accept(step.happening().apply(row, now));
      }
    }

    /** Wakes the row at the instants that it asks for, as the due store does. */
    void sleepUntilForgotten() {
      for (int woken = 0; row != null; woken++) {
        assertThat(woken).as("a row is woken a bounded number of times").isLessThan(20);
        now = Math.max(now, row.getWakeAt());
        accept(LEDGER.wake(row, now));
      }
    }

    private void accept(Decision decision) {
      boolean ended = !completions.isEmpty();
      decision
          .events()
          .forEach(
              event -> {
                assertThat(ended && !(event instanceof Removal))
                    .as("nothing but removals is said after the end: %s", event)
                    .isFalse();
                if (event instanceof Completion completion) {
                  completions.add(completion);
                } else if (event instanceof Job job) {
                  attempts.add(job.getAttempt());
                } else if (event instanceof Progress progress) {
                  check(progress);
                }
              });
      row = decision.row().orElse(null);
      if (row != null) {
        assertThat(row.getWakeAt()).as("every row is looked at again").isPositive();
      }
    }

    private void check(Progress next) {
      if (!announced.isEmpty()) {
        Progress last = announced.get(announced.size() - 1);
        assertThat(legal(last, next)).as("%s to %s", last, next).isTrue();
        assertThat(next.getFraction()).isGreaterThanOrEqualTo(last.getFraction());
        boolean changed =
            last.getState() != next.getState() || last.getAttempt() != next.getAttempt();
        assertThat(
                changed
                    || next.getUpdatedAt().toEpochMilli() - last.getUpdatedAt().toEpochMilli()
                        >= 1000)
            .as("at most one announcement a second")
            .isTrue();
      }
      assertThat(next.getFraction()).isBetween(0.0, 1.0);
      assertThat(next.getFramesDone()).isBetween(0, next.getFramesTotal());
      assertThat(next.getRemainingMs() == null || next.getRemainingMs() >= 0).isTrue();
      announced.add(next);
    }

    private static boolean legal(Progress from, Progress to) {
      if (TERMINAL.contains(from.getState())) {
        return false;
      }
      boolean redispatched = to.getAttempt() == from.getAttempt() + 1;
      return redispatched
          ? to.getState() == JobState.QUEUED
          : to.getAttempt() == from.getAttempt()
              && to.getState().compareTo(from.getState()) >= 0
              && to.getState() != JobState.REJECTED;
    }
  }
}
