package io.lipstream.local.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Addresses that this process listens on, as the kernel lists them in /proc. */
final class ListeningSockets {
  private static final String LISTEN = "0A";

  private ListeningSockets() {}

  /** Hexadecimal address:port of every socket of this process and its children that listens. */
  static List<String> ofThisProcess() throws IOException {
    Set<String> inodes = new HashSet<>(inodes(ProcessHandle.current().pid()));
    ProcessHandle.current().descendants().forEach(child -> inodes.addAll(inodes(child.pid())));
    List<String> addresses = new ArrayList<>();
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      if (Files.exists(Path.of(table))) {
        for (String line : Files.readAllLines(Path.of(table))) {
          String[] columns = line.strip().split("\\s+", -1);
          if (columns[3].equals(LISTEN) && inodes.contains(columns[9])) {
            addresses.add(columns[1]);
          }
        }
      }
    }
    return addresses;
  }

  /** Whether an address is 127.x.x.x or ::1, also where IPv4 is mapped into IPv6. */
  static boolean loopback(String address) {
    return address.matches("[0-9A-F]{6}7F:.*|0{16}FFFF0000[0-9A-F]{6}7F:.*|0{24}01000000:.*");
  }

  private static Set<String> inodes(long process) {
    Set<String> inodes = new HashSet<>();
    try (var descriptors = Files.newDirectoryStream(Path.of("/proc/" + process + "/fd"))) {
      for (Path descriptor : descriptors) {
        String target = target(descriptor);
        if (target.startsWith("socket:[")) {
          inodes.add(target.substring("socket:[".length(), target.length() - 1));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return inodes;
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return ""; // closed in the meantime
    }
  }
}
