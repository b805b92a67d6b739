package io.lipstream.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * Finds the known name that a mistyped one most likely stands for: by the least number of letters
 * that are wrong, missing, too many or swapped with the next, at most one in three, so that no name
 * is held for one that has nothing in common with it. The beginning of a name stands for it too.
 * Pure.
 */
public final class NearestName {
  private static final int LETTERS_A_SLIP = 3;

  private NearestName() {}

  /** The nearest of the known names, if any is near. */
  public static Optional<String> of(String mistyped, Collection<String> known) {
    Comparator<String> nearest = Comparator.comparingInt(name -> distance(mistyped, name));
    return known.stream()
        .filter(name -> distance(mistyped, name) <= most(mistyped, name))
        .min(nearest)
        .or(() -> known.stream().filter(name -> begins(name, mistyped)).min(nearest));
  }

  /** What to say to who has mistyped: the nearest name, or all where none is near. */
  public static String hint(String mistyped, Collection<String> known) {
    String all = known.isEmpty() ? "expected none" : "expected one of " + String.join(", ", known);
    return of(mistyped, known).map("did you mean '%s'?"::formatted).orElse(all);
  }

  private static int most(String mistyped, String name) {
    return Math.max(1, Math.max(mistyped.length(), name.length()) / LETTERS_A_SLIP);
  }

  private static boolean begins(String name, String mistyped) {
    return mistyped.length() >= LETTERS_A_SLIP && name.startsWith(mistyped);
  }

  /** Optimal string alignment: no letter is moved twice. */
  private static int distance(String from, String to) {
    int[][] steps = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          steps[i][j] = i + j;
          continue;
        }
        boolean same = from.charAt(i - 1) == to.charAt(j - 1);
        int least = steps[i - 1][j - 1] + (same ? 0 : 1);
        least = Math.min(least, Math.min(steps[i - 1][j], steps[i][j - 1]) + 1);
        boolean swapped =
            i > 1
                && j > 1
                && from.charAt(i - 1) == to.charAt(j - 2)
                && from.charAt(i - 2) == to.charAt(j - 1);
        steps[i][j] = swapped ? Math.min(least, steps[i - 2][j - 2] + 1) : least;
      }
    }
    return steps[from.length()][to.length()];
  }
}
