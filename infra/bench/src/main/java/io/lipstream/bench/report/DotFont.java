package io.lipstream.bench.report;

import java.awt.Graphics2D;
import java.util.HexFormat;

/**
 * Letters of 5 by 7 dots, drawn as squares, since a server may have no fonts. ASCII from the blank
 * to z; anything else is a question mark. Five bytes a letter, one a column, the lowest bit on top.
 */
final class DotFont {
  private static final int COLUMNS = 5;
  private static final int ROWS = 8;
  private static final int ADVANCE = COLUMNS + 1;
  private static final int DOT = 2;
  private static final char FIRST = ' ';
  private static final char LAST = 'z';
  private static final byte[] DOTS =
      HexFormat.of()
          .parseHex(
              "000000000000005F00000007000700147F147F14242A7F2A12231308646236495620500008070300"
                  + "001C2241000041221C002A1C7F1C2A08083E08080080703000080808080800006060002010080402"
                  + "3E5149453E00427F400072494949462141494D331814127F1027454545393C4A4949314121110907"
                  + "3649494936464949291E000014000000403400000008142241141414141400412214080201590906"
                  + "3E415D594E7C1211127C7F494949363E414141227F4141413E7F494949417F090909013E41415173"
                  + "7F0808087F00417F41002040413F017F081422417F404040407F021C027F7F0408107F3E4141413E"
                  + "7F090909063E4151215E7F09192946264949493203017F01033F4040403F1F2040201F3F4038403F"
                  + "631408146303047804036159494D43007F4141410204081020004141417F04020102044040404040"
                  + "000307080020545478407F284444383844444428384444287F385454541800087E090218A4A49C78"
                  + "7F0804047800447D40002040403D007F1028440000417F40007C047804787C080404783844444438"
                  + "FC1824241818242418FC7C08040408485454542404043F44243C4040207C1C2040201C3C4030403C"
                  + "44281028444C9090907C4464544C44");

  private DotFont() {}

  /** Pixels from the top of a letter to its base line. */
  static int height() {
    return (ROWS - 1) * DOT;
  }

  static int width(String text) {
    return text.length() * ADVANCE * DOT;
  }

  /** Draws in the current colour; x and y are of the left upper corner. */
  static void draw(Graphics2D graphics, String text, int x, int y) {
    for (int i = 0; i < text.length(); i++) {
      letter(graphics, text.charAt(i), x + i * ADVANCE * DOT, y);
    }
  }

  private static void letter(Graphics2D graphics, char given, int x, int y) {
    char letter = given < FIRST || given > LAST ? '?' : given;
    for (int column = 0; column < COLUMNS; column++) {
      int dots = DOTS[(letter - FIRST) * COLUMNS + column];
      for (int row = 0; row < ROWS; row++) {
        if ((dots >> row & 1) == 1) {
          graphics.fillRect(x + column * DOT, y + row * DOT, DOT, DOT);
        }
      }
    }
  }
}
