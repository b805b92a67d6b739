package io.lipstream.bench;

import java.io.PrintStream;
import java.util.List;

/** A measurement that can be asked for by name. */
public interface Benchmark {
  /** One lower-case word. */
  String name();

  /** What is measured and how good is good enough, in one sentence. */
  String goal();

  /**
   * Measures.
   *
   * @param out receives what may be told on the way
   * @param arguments what followed the name on the command line
   * @return key=value pairs with blanks between, for the last line
   */
  String run(PrintStream out, List<String> arguments);
}
