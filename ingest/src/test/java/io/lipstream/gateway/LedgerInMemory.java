package io.lipstream.gateway;

import io.lipstream.admission.Admission;
import io.lipstream.admission.AdmissionSettings;
import io.lipstream.admission.RequestIdentity;
import io.lipstream.admission.Verdict;
import io.lipstream.backlog.BacklogSettings;
import io.lipstream.error.ErrorCode;
import io.lipstream.event.Command;
import io.lipstream.event.Outcome;
import io.lipstream.event.Request;
import io.lipstream.ledger.JobRow;
import io.lipstream.ledger.Ledger;
import io.lipstream.ledger.LedgerSettings;
import io.lipstream.quota.QuotaSettings;
import io.lipstream.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;

/** The real ledger and admission over a map, in place of Kafka. Thread-safe. */
final class LedgerInMemory implements TaskDirectory, Outbox {
  static final AdmissionSettings ADMISSION =
      AdmissionSettings.from(Settings.parse(AdmissionSettings.SETTINGS, Map.of()));

  static final Terms TERMS =
      new Terms(
          ADMISSION,
          QuotaSettings.from(
              Settings.parse(QuotaSettings.SETTINGS, Map.of("quota.tenants", "a=60/7, free=0/0"))),
          BacklogSettings.from(Settings.parse(BacklogSettings.SETTINGS, Map.of())),
          Duration.ofDays(1));

  final List<Request> requests = new ArrayList<>();
  final List<Command> commands = new ArrayList<>();

  private final Admission admission = new Admission(ADMISSION);
  private final Ledger ledger =
      new Ledger(
          LedgerSettings.from(Settings.parse(LedgerSettings.SETTINGS, Map.of())),
          BacklogSettings.from(Settings.parse(BacklogSettings.SETTINGS, Map.of())));
  private final Map<String, JobRow> rows = new ConcurrentSkipListMap<>();
  private Optional<ErrorCode> postponing = Optional.empty();
  private int spared;
  private boolean deciding = true;
  private boolean reachable = true;

  /** From now on requests are refused for a while. */
  synchronized void postpone(ErrorCode code) {
    postponeAfter(0, code);
  }

  /** From now on requests are refused for a while, but for so many. */
  synchronized void postponeAfter(int taken, ErrorCode code) {
    postponing = Optional.ofNullable(code);
    spared = taken;
  }

  /** From now on events are only kept. */
  synchronized void stopDeciding() {
    deciding = false;
  }

  /** Decides on all requests that were only kept. */
  synchronized void decide() {
    deciding = true;
    List<Request> kept = List.copyOf(requests);
    requests.clear();
    CompletableFuture.allOf(kept.stream().map(this::send).toArray(CompletableFuture[]::new)).join();
  }

  synchronized void setReachable(boolean now) {
    reachable = now;
  }

  @Override
  public synchronized CompletableFuture<Void> send(Request request) {
    requests.add(request);
    RequestIdentity identity = RequestIdentity.of(request);
    JobRow row = rows.get(identity.jobId());
    long now = System.currentTimeMillis();
    if (deciding) {
      Verdict verdict =
          postponing
              .filter(code -> spared-- <= 0)
              .<Verdict>map(
                  code ->
                      new Verdict.Postponed(code.jobError("too much, come again"), now + 30_000))
              .orElseGet(() -> admission.judge(request, identity, now));
      keep(
          identity.jobId(),
          row != null && !ledger.givesWay(row, identity, now)
              ? ledger.again(row, identity, now).row()
              : ledger.open(row, request, identity, verdict, now).row());
    }
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public synchronized CompletableFuture<Void> send(Command command) {
    commands.add(command);
    if (deciding) {
      JobRow row = rows.get(command.getJobId());
      keep(command.getJobId(), ledger.command(row, command, System.currentTimeMillis()).row());
    }
    return CompletableFuture.completedFuture(null);
  }

  synchronized void report(Outcome outcome) {
    JobRow row = rows.get(outcome.getJobId());
    keep(outcome.getJobId(), ledger.report(row, outcome, System.currentTimeMillis()).row());
  }

  private void keep(String jobId, Optional<JobRow> row) {
    row.ifPresentOrElse(now -> rows.put(jobId, now), () -> rows.remove(jobId));
  }

  @Override
  public synchronized CompletableFuture<Optional<JobRow>> find(String jobId) {
    return reachable
        ? CompletableFuture.completedFuture(Optional.ofNullable(rows.get(jobId)))
        : CompletableFuture.failedFuture(Refusal.unavailable("the owner is away"));
  }

  @Override
  public CompletableFuture<Map<String, JobRow>> findAll(Collection<String> jobIds) {
    return CompletableFuture.completedFuture(
        jobIds.stream()
            .filter(rows::containsKey)
            .collect(Collectors.toMap(id -> id, id -> rows.get(id))));
  }

  @Override
  public CompletableFuture<TaskPage> list(TaskQuery query) {
    var behind = rows.keySet().stream().filter(id -> id.compareTo(query.after()) > 0);
    return CompletableFuture.completedFuture(
        TaskPage.scan(0, behind.map(rows::get).toList().iterator(), query, 1000));
  }
}
