package io.lipstream.fetch;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A server that writes whatever a test wants onto each connection, HTTP or not. */
final class RawServer implements AutoCloseable {
  /** What is written onto a connection. */
  interface Script {
    void write(OutputStream out) throws IOException, InterruptedException;
  }

  private final ServerSocket socket;

  RawServer(Script script) throws IOException {
    socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread =
        new Thread(
            () -> {
              while (!socket.isClosed()) {
                try (Socket connection = socket.accept()) {
                  script.write(connection.getOutputStream());
                } catch (IOException e) {
                  // The client went away, or the test is over.
                } catch (InterruptedException e) {
                  return;
                }
              }
            },
            "raw-server");
    thread.setDaemon(true);
    thread.start();
  }

  String host() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
