package io.lipstream.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class TenantTurnsTest {
  private final Queue<Runnable> threads = new ArrayDeque<>();
  private final List<String> done = new ArrayList<>();

  @Test
  void aTenantWhoseWorkHangsLeavesThreadsToOthers() {
    TenantTurns turns = new TenantTurns(threads::add, 4);
    submit(turns, "slow", 10);
    assertThat(threads).hasSize(3);
    submit(turns, "quick", 2);
    assertThat(threads).hasSize(4);
    // The three slow ones never end; the fourth thread works for the other tenant.
    List<Runnable> running = new ArrayList<>(threads);
    threads.clear();
    running.get(3).run();
    threads.remove().run();
    assertThat(done).containsExactly("quick", "quick");
    assertThat(threads).isEmpty();
  }

  @Test
  void tenantsTakeTurnsWhateverTheyHaveSent() {
    TenantTurns turns = new TenantTurns(threads::add, 1);
    submit(turns, "many", 6);
    submit(turns, "few", 2);
    submit(turns, "other", 1);
    runAll();
    assertThat(done.subList(0, 4)).containsExactly("many", "many", "few", "other");
    assertThat(done).hasSize(9);
  }

  @Test
  void workThatThrowsGivesItsThreadBack() {
    TenantTurns turns = new TenantTurns(threads::add, 1);
    turns.submit(
        "a",
        () -> {
          throw new IllegalStateException("expected");
        });
    submit(turns, "a", 1);
    try {
      threads.remove().run();
    } catch (IllegalStateException expected) {
      done.add("thrown");
    }
    runAll();
    assertThat(done).containsExactly("thrown", "a");
  }

  @Property
  void allIsDoneOnceAndNoTenantHasMoreThanItsShare(
      @ForAll @Size(max = 60) List<@IntRange(max = 4) Integer> tenants,
      @ForAll @IntRange(min = 1, max = 9) int threadCount) {
    List<Integer> finished = new ArrayList<>();
    List<Runnable> running = new ArrayList<>();
    TenantTurns turns = new TenantTurns(running::add, threadCount);
    for (Integer tenant : tenants) {
      turns.submit("tenant " + tenant, () -> finished.add(tenant));
      assertThat(running).hasSizeLessThanOrEqualTo(threadCount);
    }
    while (!running.isEmpty()) {
      Collections.reverse(running);
      running.remove(0).run();
      assertThat(running).hasSizeLessThanOrEqualTo(threadCount);
    }
    assertThat(count(finished)).isEqualTo(count(tenants));
  }

  private static Map<Integer, Long> count(List<Integer> tenants) {
    Map<Integer, Long> counts = new HashMap<>();
    tenants.forEach(tenant -> counts.merge(tenant, 1L, Long::sum));
    return counts;
  }

  private void submit(TenantTurns turns, String tenant, int times) {
    for (int i = 0; i < times; i++) {
      turns.submit(tenant, () -> done.add(tenant));
    }
  }

  private void runAll() {
    while (!threads.isEmpty()) {
      threads.remove().run();
    }
  }
}
