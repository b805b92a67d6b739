package io.lipstream.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.admission.Admission;
import io.lipstream.admission.AdmissionSettings;
import io.lipstream.admission.RequestIdentity;
import io.lipstream.backlog.BacklogSettings;
import io.lipstream.error.ErrorCode;
import io.lipstream.event.Completion;
import io.lipstream.event.JobState;
import io.lipstream.event.Outcome;
import io.lipstream.event.Progress;
import io.lipstream.event.Request;
import io.lipstream.settings.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the properties leave open: the very numbers. */
final class LedgerTest {
  private static final long START = 1_700_000_000_000L;

  private final Ledger ledger =
      new Ledger(
          LedgerSettings.from(Settings.parse(LedgerSettings.SETTINGS, Map.of())),
          BacklogSettings.from(
              Settings.parse(BacklogSettings.SETTINGS, Map.of("backlog.assumed-seconds", "10"))));
  private final Request request = Samples.request("r1");
  private final RequestIdentity identity = RequestIdentity.of(request);
  private JobRow row = open();

  @Test
  void theTimeToTheEndFollowsFromTheFramesSinceTheFirstReport() {
    report(JobState.RENDERING, 20, 120, 10_000);
    Progress later = report(JobState.RENDERING, 70, 120, 15_000);
    assertThat(later.getRemainingMs()).isEqualTo(5_000);
    assertThat(later.getFraction()).isEqualTo(0.05 + 0.9 * 70 / 120);
    Progress assembling = report(JobState.ASSEMBLING, 120, 120, 20_000);
    assertThat(assembling.getRemainingMs()).isNull();
  }

  @Test
  void aNewAttemptNeverTakesTheAnnouncedShareBack() {
    report(JobState.RENDERING, 60, 120, 10_000);
    double before = row.getFraction();
    apply(ledger.report(row, Samples.failure("j", 1, ErrorCode.ENGINE_FAILED), START + 11_000));
    assertThat(row.getAttempt()).isEqualTo(2);
    assertThat(row.getState()).isEqualTo("QUEUED");
    assertThat(row.getFramesDone()).isZero();
    assertThat(row.getFraction()).isEqualTo(before);
  }

  @Test
  void reportsOfAnOlderAttemptNeitherEndAJobNorKeepItAwake() {
    apply(ledger.report(row, Samples.failure("j", 1, ErrorCode.ENGINE_FAILED), START + 1));
    JobRow second = row;
    assertThat(
            ledger
                .report(second, Samples.failure("j", 1, ErrorCode.FACE_NOT_FOUND), START + 2)
                .events())
        .isEmpty();
    assertThat(
            ledger
                .report(second, Samples.progress("j", 1, JobState.RENDERING, 1, 2), START + 2)
                .row())
        .contains(second);
  }

  @Test
  void theSeventhConflictIsRefusedLikeTheFirstAndARepeatedOneIsSilent() {
    for (int fps = 30; fps < 37; fps++) {
      RequestIdentity other = RequestIdentity.of(Request.newBuilder(request).setFps(fps).build());
      Decision refused = ledger.again(row, other, START);
      assertThat(refused.events()).hasSize(1);
      row = refused.row().orElseThrow();
      assertThat(ledger.again(row, other, START).events()).isEmpty();
    }
  }

  @Test
  void aRowSurvivesItsOwnEncoding() throws Exception {
    report(JobState.RENDERING, 20, 120, 10_000);
    JobRow read = JobRow.fromByteBuffer(row.toByteBuffer());
    assertThat(read).isEqualTo(row);
    assertThat(Rows.job(read)).isEqualTo(Rows.job(row));
  }

  @Test
  void aJobCostsWhatIsAssumedUntilItsFramesAreKnown() {
    assertThat(row.getCost()).isEqualTo(250);
    assertThat(RemainingWork.of(row)).isEqualTo(250);
    report(JobState.RENDERING, 0, 100, 1_000);
    JobRow begun = row;
    assertThat(begun.getCost()).isEqualTo(100);
    report(JobState.RENDERING, 40, 100, 3_000);
    assertThat(RemainingWork.of(row)).isEqualTo(60);
    assertThat(RemainingWork.done(begun, row)).isEqualTo(40);
    JobRow rendering = row;
    apply(ledger.report(row, Samples.success("j", 1), START + 4_000));
    assertThat(RemainingWork.of(row)).isZero();
    assertThat(RemainingWork.done(rendering, row)).isEqualTo(60);
  }

  @Test
  void aCopiedVideoIsToldAndIsNoWorkThatWasDone() {
    JobRow waiting = row;
    Outcome copied = Outcome.newBuilder(Samples.success("j", 1)).setCopiedFrom("earlier").build();

    apply(ledger.report(row, copied, START + 1_000));

    assertThat(Rows.completion(row)).map(Completion::getCopiedFrom).contains("earlier");
    assertThat(RemainingWork.of(row)).isZero();
    assertThat(RemainingWork.done(waiting, row)).isZero();
  }

  private JobRow open() {
    Admission admission =
        new Admission(AdmissionSettings.from(Settings.parse(AdmissionSettings.SETTINGS, Map.of())));
    return ledger
        .open(null, request, identity, admission.judge(request, identity, START), START)
        .row()
        .orElseThrow();
  }

  private Progress report(JobState state, int done, int total, long after) {
    Decision decision =
        ledger.report(row, Samples.progress("j", 1, state, done, total), START + after);
    apply(decision);
    return (Progress) decision.events().get(0);
  }

  private void apply(Decision decision) {
    row = decision.row().orElseThrow();
  }
}
