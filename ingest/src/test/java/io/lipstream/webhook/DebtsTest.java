package io.lipstream.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Callback;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** What is owed, and who is called next. In these logs a value is "tenant host due-time". */
final class DebtsTest {
  private static final int PARTITION = 3;

  private final CallQueue queue = new CallQueue(6, 4, 2);
  private final Debts debts = new Debts(DebtsTest::callback, queue, 1000);

  @Property
  void whatIsOwedIsTheNewestRecordOfEachEventWithoutTombstone(
      @ForAll @Size(max = 40) List<@IntRange(min = -5, max = 5) Integer> log,
      @ForAll @IntRange(min = 0, max = 40) int completeAt) {
    CallQueue wide = new CallQueue(1000, 1000, 1000);
    Debts all = new Debts(DebtsTest::callback, wide, 1000);
    all.assign(PARTITION);
    Map<String, Integer> expected = new HashMap<>();
    for (int offset = 0; offset < log.size(); offset++) {
      if (offset == completeAt) {
        all.complete(PARTITION);
      }
      String key = Integer.toString(Math.abs(log.get(offset)));
      boolean tombstone = log.get(offset) < 0;
      all.read(new Position(PARTITION, offset), key, tombstone ? null : bytes("t h 0"));
      if (tombstone) {
        expected.remove(key);
      } else {
        expected.put(key, offset);
      }
    }
    all.complete(PARTITION);
    Map<String, Integer> owed = new HashMap<>();
    all.take(0).forEach(one -> owed.put(one.key(), (int) one.position().offset()));
    assertThat(owed).isEqualTo(expected);
  }

  /** Of a log that is never compacted. Every third call fails once and is tried again later. */
  @Property(tries = 300)
  void howeverFewAreHeldAllAreCalledWhenTheyAreDue(
      @ForAll @Size(max = 40) List<@IntRange(min = 0, max = 15) Integer> dueTimes,
      @ForAll @IntRange(min = 1, max = 8) int most,
      @ForAll @IntRange(min = 1, max = 5) int hosts) {
    CallQueue wide = new CallQueue(1000, 1000, 1000);
    Debts few = new Debts(DebtsTest::callback, wide, most);
    few.assign(PARTITION);
    List<String> log = new ArrayList<>();
    Map<String, Integer> owed = new HashMap<>();
    for (int i = 0; i < dueTimes.size(); i++) {
      log.add("%d t h%d %d".formatted(i, i % hosts, dueTimes.get(i)));
      owed.put(Integer.toString(i), dueTimes.get(i));
    }
    int read = 0;
    for (int now = 0; now <= 20; now++) {
      boolean more = true;
      for (int turns = 0; more; turns++) {
        assertThat(turns).as("turns at %d", now).isLessThan(1000);
        for (; read < log.size(); read++) {
          String[] record = log.get(read).split(" ", 2);
          few.read(
              new Position(PARTITION, read),
              record[0],
              record.length == 1 ? null : bytes(record[1]));
          assertThat(few.held()).isLessThanOrEqualTo(most + most / 4);
        }
        few.complete(PARTITION);
        List<Owed> taken = few.take(now);
        for (Owed one : taken) {
          assertThat(owed.remove(one.key())).isEqualTo((int) one.dueAt()).isLessThanOrEqualTo(now);
          wide.ended(one);
          boolean fails =
              Integer.parseInt(one.key()) % 3 == 0
                  && one.dueAt() == dueTimes.get(Integer.parseInt(one.key()));
          if (fails) {
            owed.put(one.key(), now + 3);
          }
          log.add(fails ? "%s t %s %d".formatted(one.key(), one.host(), now + 3) : one.key());
        }
        boolean again = taken.isEmpty() && few.wantsReading(PARTITION, now);
        if (again) {
          few.again(PARTITION);
          read = 0;
        }
        more = again || !taken.isEmpty();
      }
      int due = now;
      assertThat(owed.values()).allMatch(time -> time > due);
    }
  }

  @Test
  void aDeadReceiversCallbacksTakeNoOthersPlaceInMemory() {
    Debts few = new Debts(DebtsTest::callback, queue, 8);
    few.assign(PARTITION);
    few.complete(PARTITION);
    for (int i = 0; i < 1000; i++) {
      few.read(new Position(PARTITION, i), "dead" + i, bytes("t dead " + i));
    }
    few.read(new Position(PARTITION, 1000), "other", bytes("t host 5000"));
    for (int i = 1001; i < 2000; i++) {
      few.read(new Position(PARTITION, i), "dead" + i, bytes("t dead " + i));
    }

    assertThat(few.held()).isLessThanOrEqualTo(10);
    assertThat(keys(few.take(5000))).contains("dead0", "dead1", "other");
  }

  @Test
  void whatIsWorkedOnIsNotOfferedAgainWhenTheLogIsReadAgain() {
    Debts few = new Debts(DebtsTest::callback, queue, 1);
    few.assign(PARTITION);
    few.read(new Position(PARTITION, 0), "a", bytes("t h 0"));
    few.read(new Position(PARTITION, 1), "b", bytes("t h 1"));
    few.read(new Position(PARTITION, 2), "bad", bytes("unreadable"));
    few.complete(PARTITION);
    assertThat(few.unreadable()).hasSize(1);
    assertThat(keys(few.take(5))).containsExactly("a");
    assertThat(few.wantsReading(PARTITION, 0)).as("not due").isFalse();
    assertThat(few.wantsReading(PARTITION, 5)).isTrue();

    few.again(PARTITION);
    few.read(new Position(PARTITION, 0), "a", bytes("t h 0"));
    few.read(new Position(PARTITION, 1), "b", bytes("t h 1"));
    few.read(new Position(PARTITION, 2), "bad", bytes("unreadable"));
    few.complete(PARTITION);

    assertThat(keys(few.take(5))).containsExactly("b");
    assertThat(few.unreadable()).isEmpty();
    assertThat(few.wantsReading(PARTITION, 5)).isFalse();
  }

  @Test
  void nothingIsCalledBeforeThePartitionWasReadToItsEnd() {
    debts.assign(PARTITION);
    read(0, "a", "t h 0");
    assertThat(debts.take(10)).isEmpty();
    debts.complete(PARTITION);
    assertThat(keys(debts.take(10))).containsExactly("a");
  }

  @Test
  void whatWasTakenComesAgainOnlyWithANewerRecord() {
    debts.assign(PARTITION);
    debts.complete(PARTITION);
    read(0, "a", "t h 0");
    Owed first = debts.take(10).get(0);
    queue.ended(first);
    assertThat(debts.take(10)).isEmpty();
    read(1, "a", "t h 20");
    assertThat(debts.take(10)).isEmpty();
    assertThat(keys(debts.take(20))).containsExactly("a");
  }

  @Test
  void aPartitionThatGoesTakesItsCallbacksWithIt() {
    debts.assign(PARTITION);
    debts.complete(PARTITION);
    read(0, "a", "t h 0");
    debts.revoke(PARTITION);
    read(1, "b", "t h 0");
    assertThat(debts.take(10)).isEmpty();
    assertThat(debts.holds(PARTITION)).isFalse();
  }

  @Test
  void aRecordThatCannotBeReadIsToldOfOnceAndHoldsUpNothing() {
    debts.assign(PARTITION);
    read(0, "replaced", "unreadable");
    read(1, "bad", "unreadable");
    read(2, "good", "t h 0");
    read(3, "replaced", "t h 0");
    debts.complete(PARTITION);
    assertThat(debts.unreadable()).extracting(Debts.Unreadable::key).containsExactly("bad");
    assertThat(debts.unreadable()).isEmpty();
    assertThat(keys(debts.take(10))).containsExactlyInAnyOrder("good", "replaced");
  }

  @Test
  void aSlowHostAndATenantOfManyHostsLeaveRoomForOthers() {
    debts.assign(PARTITION);
    debts.complete(PARTITION);
    int offset = 0;
    for (int i = 0; i < 20; i++) {
      read(offset++, "slow" + i, "t slow 0");
      read(offset++, "many" + i, "greedy host" + i + " 0");
    }
    read(offset++, "patient", "u slow 0");
    read(offset, "other", "u host 5");
    List<Owed> under = new ArrayList<>(debts.take(10));
    assertThat(under).hasSize(6);
    assertThat(count(under, "slow")).isLessThanOrEqualTo(2);
    assertThat(under.stream().filter(one -> one.tenant().equals("greedy")).count())
        .isLessThanOrEqualTo(4);
    for (int calls = 0; calls < 12; calls++) {
      Owed quick =
          under.stream().filter(one -> !one.host().equals("slow")).findFirst().orElseThrow();
      under.remove(quick);
      queue.ended(quick);
      under.addAll(debts.take(10));
    }
    assertThat(count(under, "slow")).isLessThanOrEqualTo(2);
    assertThat(keys(debts.take(10))).isEmpty();
  }

  @Test
  void ofOneLaneTheLongestDueGoesFirst() {
    debts.assign(PARTITION);
    debts.complete(PARTITION);
    IntStream.range(0, 5).forEach(i -> read(i, "e" + i, "t h " + (9 - i)));
    assertThat(keys(debts.take(10))).containsExactly("e4", "e3");
  }

  private static long count(List<Owed> calls, String host) {
    return calls.stream().filter(one -> one.host().equals(host)).count();
  }

  private static List<String> keys(List<Owed> owed) {
    return owed.stream().map(Owed::key).toList();
  }

  private void read(long offset, String key, String value) {
    debts.read(new Position(PARTITION, offset), key, bytes(value));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static Callback callback(byte[] value) {
    String[] words = new String(value, UTF_8).split(" ", -1);
    if (words.length < 3) {
      throw new LipstreamException(ErrorCode.UNREADABLE_RECORD, "no callback");
    }
    return Callbacks.of("event", words[0], "https://" + words[1] + "/x", Long.parseLong(words[2]));
  }
}
