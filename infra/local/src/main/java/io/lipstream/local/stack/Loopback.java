package io.lipstream.local.stack;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/**
 * The one address that the embedded stack listens on, and its ports. Free ports are found by
 * binding them all at once and letting go; between that and the server's own bind another process
 * could take one, which then ends the start with an error that names the port.
 */
final class Loopback {
  static final String HOST = "127.0.0.1";

  private Loopback() {}

  /**
   * Replaces each 0 by a free port and checks that the others are free.
   *
   * @throws LipstreamException CONFIGURATION_INVALID if a wanted port is taken
   */
  static List<Integer> ports(List<Integer> wanted) {
    List<ServerSocket> held = new ArrayList<>();
    try {
      for (int port : wanted) {
        held.add(bind(port));
      }
      return held.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      held.forEach(Loopback::release);
    }
  }

  /** A port of the loopback address. */
  static InetSocketAddress address(int port) throws UnknownHostException {
    return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
  }

  private static ServerSocket bind(int port) {
    try {
      ServerSocket socket = new ServerSocket();
      socket.setReuseAddress(true);
      socket.bind(address(port));
      return socket;
    } catch (IOException e) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "port %d on %s is taken; choose another, or 0 for any free one".formatted(port, HOST),
          e);
    }
  }

  private static void release(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
