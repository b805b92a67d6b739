package io.lipstream.local.stack;

import java.io.IOException;

/**
 * Main class of the registry's process: starts the server that stands on the class path and ends
 * the process as soon as standard input closes, which the operating system does when the parent is
 * gone, however it went. The server has half a minute to end in order before it is ended hard.
 */
final class RegistryProcess {
  private static final long ORDERLY_MILLISECONDS = 30_000;

  private RegistryProcess() {}

  public static void main(String[] arguments) throws ReflectiveOperationException {
    daemon("parent-watch", RegistryProcess::endWithParent);
    Class.forName("io.quarkus.runner.GeneratedMain")
        .getMethod("main", String[].class)
        .invoke(null, (Object) arguments);
  }

  private static void endWithParent() {
    try {
      while (System.in.read() >= 0) {
        Thread.onSpinWait();
      }
    } catch (IOException e) {
      // a broken pipe says the same as its end
    }
    daemon("hard-end", RegistryProcess::haltAfterGrace);
    System.exit(0);
  }

  private static void haltAfterGrace() {
    try {
      Thread.sleep(ORDERLY_MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(1);
  }

  private static void daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }
}
