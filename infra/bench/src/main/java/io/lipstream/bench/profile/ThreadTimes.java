package io.lipstream.bench.profile;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Processor time of a process by the kind of its threads, which their names tell; those of the
 * virtual machine itself too. Linux only; elsewhere there is nothing.
 *
 * @param seconds by kind
 */
public record ThreadTimes(Map<String, Double> seconds) {
  private static final double TICKS = 100;
  private static final int USER_AFTER_NAME = 11;

  /** Times so far. */
  public static ThreadTimes of(long pid) {
    Map<String, Double> seconds = new TreeMap<>();
    try (DirectoryStream<Path> tasks =
        Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "task"))) {
      for (Path task : tasks) {
        add(task.resolve("stat"), seconds);
      }
    } catch (IOException e) {
      return new ThreadTimes(Map.of());
    }
    return new ThreadTimes(seconds);
  }

  private static void add(Path stat, Map<String, Double> seconds) {
    try {
      String line = Files.readString(stat);
      int end = line.lastIndexOf(')');
      String[] fields = line.substring(end + 2).split(" ", -1);
      double ticks =
          Double.parseDouble(fields[USER_AFTER_NAME])
              + Double.parseDouble(fields[USER_AFTER_NAME + 1]);
      seconds.merge(kind(line.substring(line.indexOf('(') + 1, end)), ticks / TICKS, Double::sum);
    } catch (IOException e) {
      // the thread has ended meanwhile
    }
  }

  /** What threads of a name do; names are cut at 15 letters by the system. */
  static String kind(String thread) {
    if (thread.startsWith("C1 ") || thread.startsWith("C2 ") || thread.startsWith("Sweeper")) {
      return "just-in-time compiler";
    }
    if (thread.startsWith("G1 ") || thread.startsWith("GC ") || thread.startsWith("VM ")) {
      return "garbage collector and VM";
    }
    for (String stage : new String[] {"render-", "features-", "fetch-", "assemble-", "pool-"}) {
      if (thread.startsWith(stage)) {
        return stage.substring(0, stage.length() - 1) + " threads";
      }
    }
    if (thread.startsWith("kafka-") || thread.startsWith("Source Data Fet")) {
      return "Kafka clients";
    }
    return "Flink and everything else";
  }

  /** What was spent since. */
  public ThreadTimes since(ThreadTimes before) {
    Map<String, Double> spent = new TreeMap<>();
    seconds.forEach((kind, time) -> spent.put(kind, time - before.seconds.getOrDefault(kind, 0.0)));
    return new ThreadTimes(spent);
  }
}
