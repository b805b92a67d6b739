package io.lipstream.local.command;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * Where a command's own lines go: always UTF-8, and whether a person watches. Use from one thread.
 *
 * @param out results
 * @param err errors
 * @param live whether a line can be drawn over
 */
record Terminal(PrintWriter out, PrintWriter err, boolean live) {
  private static final int COLUMNS = 79;

  /** The process's own streams; the launching script says whether they are a terminal. */
  static Terminal standard() {
    return new Terminal(
        writer(FileDescriptor.out),
        writer(FileDescriptor.err),
        Boolean.getBoolean("lipstream.terminal"));
  }

  private static PrintWriter writer(FileDescriptor descriptor) {
    return new PrintWriter(
        new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8), true);
  }

  void line(String text) {
    out.println(text);
    out.flush();
  }

  void error(String code, String message) {
    erase();
    err.println(code + ": " + message.replaceAll("\\s*\\R\\s*", " "));
    err.flush();
  }

  /** Says what begins now: drawn over by what comes next where there is a terminal, else a line. */
  void announce(String text) {
    if (live) {
      draw(text);
    } else {
      line(text);
    }
  }

  /** Draws over the current line, where there is one to draw over. */
  void draw(String text) {
    if (live) {
      String cut = text.length() > COLUMNS ? text.substring(0, COLUMNS) : text;
      out.print("\r" + cut + " ".repeat(COLUMNS - cut.length()));
      out.flush();
    }
  }

  /** Takes away what was drawn. */
  void erase() {
    if (live) {
      out.print("\r" + " ".repeat(COLUMNS) + "\r");
      out.flush();
    }
  }
}
