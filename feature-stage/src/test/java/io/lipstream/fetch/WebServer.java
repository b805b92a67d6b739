package io.lipstream.fetch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/**
 * A real HTTP server on a free loopback port that answers everything in one way and keeps count.
 */
final class WebServer implements AutoCloseable {
  /** What the server does with a request. */
  interface Answer {
    void give(HttpExchange exchange) throws IOException, InterruptedException;
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<URI> requests = new CopyOnWriteArrayList<>();

  private WebServer(HttpServer server, Answer answer) {
    this.server = server;
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          requests.add(exchange.getRequestURI());
          try {
            answer.give(exchange);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          } finally {
            exchange.close();
          }
        });
    server.start();
  }

  static WebServer start(Answer answer) throws IOException {
    return new WebServer(HttpServer.create(loopback(), 0), answer);
  }

  static WebServer startSecure(SSLContext identity, Answer answer) throws IOException {
    HttpsServer server = HttpsServer.create(loopback(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(identity));
    return new WebServer(server, answer);
  }

  private static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  static Answer bytes(byte[] content) {
    return exchange -> {
      exchange.sendResponseHeaders(200, content.length == 0 ? -1 : content.length);
      exchange.getResponseBody().write(content);
    };
  }

  static Answer status(int status) {
    return exchange -> exchange.sendResponseHeaders(status, -1);
  }

  static Answer redirect(String location) {
    return exchange -> {
      exchange.getResponseHeaders().add("Location", location);
      exchange.sendResponseHeaders(302, -1);
    };
  }

  String host() {
    return "127.0.0.1:" + port();
  }

  int port() {
    return server.getAddress().getPort();
  }

  String url(String path) {
    return "http://" + host() + path;
  }

  List<URI> requests() {
    return requests;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
