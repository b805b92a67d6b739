package io.lipstream.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/** A real HTTP client, which holds every answer against the gateway's own OpenAPI document. */
final class HttpCalls {
  private static final String BOUNDARY = "------------------------d74496d66958873e";

  private final HttpClient client = HttpClient.newHttpClient();
  private final String base;
  private JsonNode openApi;

  HttpCalls(int port) {
    base = "http://127.0.0.1:" + port;
  }

  /** An answer, its body read as JSON where it is. */
  record Reply(HttpResponse<byte[]> response) {
    int status() {
      return response.statusCode();
    }

    String text() {
      return new String(response.body(), UTF_8);
    }

    JsonNode json() {
      try {
        return Json.read(response.body());
      } catch (IOException e) {
        throw new UncheckedIOException(text(), e);
      }
    }

    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }
  }

  Reply get(String path, String... headers) {
    return call("GET", path, new byte[0], headers);
  }

  Reply post(String path, String json, String... headers) {
    if (Arrays.asList(headers).contains("Content-Type")) {
      return call("POST", path, json.getBytes(UTF_8), headers);
    }
    String[] all = Arrays.copyOf(headers, headers.length + 2);
    all[headers.length] = "Content-Type";
    all[headers.length + 1] = "application/json";
    return call("POST", path, json.getBytes(UTF_8), all);
  }

  Reply delete(String path, String... headers) {
    return call("DELETE", path, new byte[0], headers);
  }

  /** A form as curl -F sends it: texts, and files by their names. */
  Reply form(String path, Map<String, Object> parts, String... headers) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    parts.forEach(
        (name, value) -> {
          String file =
              value instanceof byte[]
                  ? "; filename=\"%s.bin\"\r\nContent-Type: application/octet-stream"
                      .formatted(name)
                  : "";
          body.writeBytes(
              "--%s\r\nContent-Disposition: form-data; name=\"%s\"%s\r\n\r\n"
                  .formatted(BOUNDARY, name, file)
                  .getBytes(UTF_8));
          body.writeBytes(value instanceof byte[] bytes ? bytes : value.toString().getBytes(UTF_8));
          body.writeBytes("\r\n".getBytes(UTF_8));
        });
    body.writeBytes("--%s--\r\n".formatted(BOUNDARY).getBytes(UTF_8));
    String[] all = Arrays.copyOf(headers, headers.length + 2);
    all[headers.length] = "Content-Type";
    all[headers.length + 1] = "multipart/form-data; boundary=" + BOUNDARY;
    return call("POST", path, body.toByteArray(), all);
  }

  Reply call(String method, String path, byte[] body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .method(
                method,
                body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      Reply reply = new Reply(client.send(request.build(), BodyHandlers.ofByteArray()));
      checkDocumented(method, path, reply);
      return reply;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Status of GET /presets for a client that knows the gateway by this name. */
  static int statusCalledAs(int port, String host) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket
          .getOutputStream()
          .write(
              "GET /presets HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                  .formatted(host)
                  .getBytes(UTF_8));
      String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
      return Integer.parseInt(answer.split(" ", 3)[1]);
    }
  }

  /** The whole answer to a call that a client library would not make. */
  static String answerTo(int port, String head) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket
          .getOutputStream()
          .write((head + "\r\nHost: localhost\r\nConnection: close\r\n\r\n").getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  /** A call whose answer is not read. */
  static Socket open(int port, String path) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket
        .getOutputStream()
        .write("GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(path).getBytes(UTF_8));
    return socket;
  }

  /** Status of a call whose body may have no end. */
  static int statusOf(int port, String path) throws IOException {
    try (Socket socket = open(port, path)) {
      String line = new String(socket.getInputStream().readNBytes(12), UTF_8);
      return Integer.parseInt(line.substring(9));
    }
  }

  private void checkDocumented(String method, String path, Reply reply) {
    if (path.equals("/openapi.json")) {
      openApi = reply.json();
      return;
    }
    if (openApi == null) {
      get("/openapi.json");
    }
    String bare = path.replaceFirst("\\?.*", "");
    openApi
        .get("paths")
        .properties()
        .forEach(
            template -> {
              String pattern = template.getKey().replace("{id}", "[^/]+");
              JsonNode operation = template.getValue().get(method.toLowerCase(Locale.ROOT));
              if (bare.matches(pattern) && operation != null) {
                JsonNode response =
                    operation.get("responses").get(Integer.toString(reply.status()));
                assertThat(response)
                    .as("%s %s answers %d", method, path, reply.status())
                    .isNotNull();
                assertThat(response.get("content").fieldNames().next())
                    .isEqualTo(reply.header("Content-Type").replaceFirst(";.*", ""));
              }
            });
  }
}
