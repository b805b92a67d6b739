package io.lipstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class StreamPlacesTest {
  private final StreamPlaces places = new StreamPlaces();

  @Test
  void whoMakesUpIdsTakesNobodysPlaceNotEvenItsOwn() {
    List<StreamPlaces.Place> forged = takeAll("thief", false);

    assertThat(forged).hasSizeBetween(1, 20);
    assertThat(places.take("other", false)).isPresent();
    assertThat(places.take("thief", true)).isPresent();
  }

  @Test
  void manyWhoMakeUpIdsLeaveTheTasksThatAreThere() {
    for (int i = 0; i < 1000; i++) {
      takeAll("thief" + i, false);
    }
    assertThat(places.take("late", false)).isEmpty();
    assertThat(takeAll("owner", true)).hasSize(StreamPlaces.OF_ONE_CALLER);
  }

  @Test
  void whoeverTakesAllTheyCanLeavePlacesForWhoComesLater() {
    assertThat(takeAll("greedy", true)).hasSize(StreamPlaces.OF_ONE_CALLER);
    for (int others = 1; others <= 6; others++) {
      assertThat(takeAll("greedy" + others, true)).isNotEmpty();
    }
    assertThat(places.take("late", true)).isPresent();
  }

  @Test
  void thereIsAnEndWhateverTheNumberOfCallers() {
    int taken = 0;
    for (int i = 0; i < 1000; i++) {
      taken += takeAll("caller" + i, true).size();
    }
    assertThat(taken).isEqualTo(StreamPlaces.MOST);
    assertThat(places.take("late", true)).isEmpty();
  }

  @Test
  void aPlaceIsFreeAgainOnceAndWhatBecameKnownCountsNoMoreAsUnknown() {
    List<StreamPlaces.Place> unknown = takeAll("a", false);
    assertThat(places.take("a", false)).isEmpty();
    unknown.get(0).becameKnown();
    unknown.get(0).becameKnown();
    assertThat(takeAll("a", false)).hasSize(1);
    unknown.forEach(StreamPlaces.Place::close);
    unknown.forEach(StreamPlaces.Place::close);
    assertThat(takeAll("a", false)).hasSize(unknown.size() - 1);
    assertThat(takeAll("a", true)).hasSize(StreamPlaces.OF_ONE_CALLER - unknown.size());
  }

  private List<StreamPlaces.Place> takeAll(String caller, boolean known) {
    List<StreamPlaces.Place> taken = new ArrayList<>();
    Optional<StreamPlaces.Place> next = places.take(caller, known);
    while (next.isPresent()) {
      taken.add(next.get());
      next = places.take(caller, known);
    }
    return taken;
  }
}
