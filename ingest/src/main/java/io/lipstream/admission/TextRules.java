package io.lipstream.admission;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.regex.Pattern;

/** Which texts a request may carry, and how a refused one is shown in a message. Pure. */
final class TextRules {
  static final int LONGEST_TENANT = 64;
  static final int LONGEST_REQUEST_ID = 128;
  static final int LONGEST_USER_DATA = 1000;
  private static final int LONGEST_VOICE_STYLE = 64;
  private static final int LONGEST_SHOWN = 80;
  private static final Pattern TENANT =
      Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0," + (LONGEST_TENANT - 1) + "}");
  private static final Pattern CREDENTIALS = Pattern.compile("//[^/?#]*@");
  private static final Pattern QUERY = Pattern.compile("[?#].*", Pattern.DOTALL);

  private TextRules() {}

  /** A tenant's name becomes part of an object's key. */
  static boolean tenant(String text) {
    return TENANT.matcher(text).matches();
  }

  static boolean requestId(String text) {
    int characters = text.codePointCount(0, text.length());
    return characters >= 1 && characters <= LONGEST_REQUEST_ID && oneLine(text);
  }

  static boolean voiceStyle(String text) {
    int characters = text.codePointCount(0, text.length());
    return characters >= 1 && characters <= LONGEST_VOICE_STYLE && oneLine(text);
  }

  static boolean userData(String text) {
    return text.getBytes(UTF_8).length <= LONGEST_USER_DATA;
  }

  /** Neither control characters, line separators nor halves of a surrogate pair. */
  static boolean oneLine(String text) {
    for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
      if (breaking(text.codePointAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** The value of a field on one line of a message, cut. */
  static String shown(Object value) {
    String text = cut(String.valueOf(value), LONGEST_SHOWN);
    StringBuilder line = new StringBuilder();
    text.codePoints().forEach(point -> line.appendCodePoint(breaking(point) ? '\uFFFD' : point));
    return line.toString();
  }

  /** An address without what may be secret: credentials, and the query of a signed URL. */
  static String shownAddress(String address) {
    String open = CREDENTIALS.matcher(address).replaceFirst("//");
    return shown(QUERY.matcher(open).replaceFirst(""));
  }

  /** The first characters of a text, with an ellipsis if there are more. */
  static String cut(String text, int longest) {
    if (text.codePointCount(0, text.length()) <= longest) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, longest)) + "…";
  }

  private static boolean breaking(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> false;
    };
  }
}
