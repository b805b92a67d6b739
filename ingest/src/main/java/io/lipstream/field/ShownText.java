package io.lipstream.field;

/** A text of a client as it may stand in a message: on one line, cut. Pure. */
public final class ShownText {
  private static final int LONGEST = 80;

  private ShownText() {}

  public static String of(String text) {
    StringBuilder line = new StringBuilder();
    text.codePoints()
        .limit(LONGEST)
        .map(point -> Character.isISOControl(point) || point == 0x2028 ? 0xfffd : point)
        .forEach(line::appendCodePoint);
    return text.codePointCount(0, text.length()) > LONGEST
        ? line.append('…').toString()
        : line.toString();
  }
}
