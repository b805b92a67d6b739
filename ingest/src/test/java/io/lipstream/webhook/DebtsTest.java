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
  private final Debts debts = new Debts(DebtsTest::callback, queue);

  @Property
  void whatIsOwedIsTheNewestRecordOfEachEventWithoutTombstone(
      @ForAll @Size(max = 40) List<@IntRange(min = -5, max = 5) Integer> log,
      @ForAll @IntRange(min = 0, max = 40) int completeAt) {
    CallQueue wide = new CallQueue(1000, 1000, 1000);
    Debts all = new Debts(DebtsTest::callback, wide);
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
    wide.take(0).forEach(one -> owed.put(one.key(), (int) one.position().offset()));
    assertThat(owed).isEqualTo(expected);
  }

  @Test
  void nothingIsCalledBeforeThePartitionWasReadToItsEnd() {
    debts.assign(PARTITION);
    read(0, "a", "t h 0");
    assertThat(queue.take(10)).isEmpty();
    debts.complete(PARTITION);
    assertThat(keys(queue.take(10))).containsExactly("a");
  }

  @Test
  void whatWasTakenComesAgainOnlyWithANewerRecord() {
    debts.assign(PARTITION);
    debts.complete(PARTITION);
    read(0, "a", "t h 0");
    Owed first = queue.take(10).get(0);
    queue.ended(first);
    assertThat(queue.take(10)).isEmpty();
    read(1, "a", "t h 20");
    assertThat(queue.take(10)).isEmpty();
    assertThat(keys(queue.take(20))).containsExactly("a");
  }

  @Test
  void aPartitionThatGoesTakesItsCallbacksWithIt() {
    debts.assign(PARTITION);
    debts.complete(PARTITION);
    read(0, "a", "t h 0");
    debts.revoke(PARTITION);
    read(1, "b", "t h 0");
    assertThat(queue.take(10)).isEmpty();
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
    assertThat(keys(queue.take(10))).containsExactlyInAnyOrder("good", "replaced");
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
    List<Owed> under = new ArrayList<>(queue.take(10));
    assertThat(under).hasSize(6);
    assertThat(count(under, "slow")).isLessThanOrEqualTo(2);
    assertThat(under.stream().filter(one -> one.tenant().equals("greedy")).count())
        .isLessThanOrEqualTo(4);
    for (int calls = 0; calls < 12; calls++) {
      Owed quick =
          under.stream().filter(one -> !one.host().equals("slow")).findFirst().orElseThrow();
      under.remove(quick);
      queue.ended(quick);
      under.addAll(queue.take(10));
    }
    assertThat(count(under, "slow")).isLessThanOrEqualTo(2);
    assertThat(keys(queue.take(10))).isEmpty();
  }

  @Test
  void ofOneLaneTheLongestDueGoesFirst() {
    debts.assign(PARTITION);
    debts.complete(PARTITION);
    IntStream.range(0, 5).forEach(i -> read(i, "e" + i, "t h " + (9 - i)));
    assertThat(keys(queue.take(10))).containsExactly("e4", "e3");
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
