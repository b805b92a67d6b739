package io.lipstream.local.command;

import java.lang.reflect.Constructor;
import picocli.CommandLine;

/** Makes the commands that write to a terminal with the terminal, the others as picocli does. */
final class Commands implements CommandLine.IFactory {
  private final Terminal terminal;

  Commands(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (constructor.getParameterCount() == 1
          && constructor.getParameterTypes()[0] == Terminal.class) {
        return type.cast(constructor.newInstance(terminal));
      }
    }
    return CommandLine.defaultFactory().create(type);
  }
}
