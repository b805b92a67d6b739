package io.lipstream.fetch;

import static io.lipstream.error.ErrorCode.ASSET_FORBIDDEN;
import static io.lipstream.error.ErrorCode.ASSET_NOT_FOUND;
import static io.lipstream.error.ErrorCode.ASSET_TIMEOUT;
import static io.lipstream.error.ErrorCode.ASSET_TOO_LARGE;
import static io.lipstream.error.ErrorCode.ASSET_UNAVAILABLE;
import static io.lipstream.error.ErrorCode.AUDIO_UNREADABLE;
import static io.lipstream.error.ErrorCode.IMAGE_UNREADABLE;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lipstream.egress.NameService;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.pipeline.Asset;
import io.lipstream.storage.Digest;
import io.lipstream.storage.EmbeddedS3;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectDescription;
import io.lipstream.storage.S3ObjectStore;
import io.lipstream.storage.StoredObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The fetcher against real HTTP servers and a real S3 server. */
class AssetFetcherTest {
  private static final byte[] WAV = "RIFF....WAVEfmt and so on".getBytes(US_ASCII);
  private static final int LIMIT = 10_000;
  @TempDir static Path folder;
  private static EmbeddedS3 shelf;
  private static S3ObjectStore store;

  @BeforeAll
  static void start() throws Exception {
    shelf = new EmbeddedS3(folder);
    store = S3ObjectStore.open(shelf.settings());
  }

  @AfterAll
  static void stop() throws Exception {
    store.close();
    shelf.close();
  }

  @Test
  void anAssetStandsOnceUnderItsDigestAsWhatItIs() throws IOException {
    WebServer.Answer liar =
        exchange -> {
          exchange.getResponseHeaders().add("Content-Type", "text/html");
          WebServer.bytes(WAV).give(exchange);
        };
    try (WebServer server = WebServer.start(liar);
        AssetFetcher fetcher = fetcher(server.host())) {
      Asset asset = fetcher.fetch(server.url("/voice.html?signature=secret"), AssetKind.VOICE);

      String sha256 = Digest.of(WAV);
      ObjectAddress address = new ObjectAddress(EmbeddedS3.BUCKET, "work/assets/" + sha256);
      assertThat(asset).isEqualTo(new Asset(address.uri(), sha256, WAV.length, "audio/wav"));
      assertThat(store.read(address, 0, WAV.length)).isEqualTo(WAV);
      assertThat(store.find(address).map(StoredObject::description))
          .map(ObjectDescription::contentType)
          .contains("audio/wav");
      assertThat(fetcher.fetch(server.url("/again"), AssetKind.VOICE)).isEqualTo(asset);
    }
  }

  @Test
  void fetchesOfTheSameAtOnceAllSucceed() throws Exception {
    byte[] content = Arrays.copyOf("ID3 all at once".getBytes(US_ASCII), LIMIT);
    ExecutorService threads = Executors.newFixedThreadPool(12);
    try (WebServer server = WebServer.start(WebServer.bytes(content));
        AssetFetcher fetcher = fetcher(server.host())) {
      List<Future<Asset>> fetches = new ArrayList<>();
      for (int i = 0; i < 36; i++) {
        fetches.add(threads.submit(() -> fetcher.fetch(server.url("/a"), AssetKind.VOICE)));
      }
      Set<Asset> assets = new HashSet<>();
      for (Future<Asset> fetch : fetches) {
        assets.add(fetch.get());
      }
      assertThat(assets).hasSize(1);
    } finally {
      threads.shutdownNow();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/Ärzte und Bücher.wav",
        "/声音/测试 1.wav",
        "/%C3%84rzte%20und%20B%C3%BCcher.wav",
        "/a|b^c`{d}.wav?x=\"é\"",
      })
  void namesAreAnyText(String path) throws IOException {
    try (WebServer server = WebServer.start(WebServer.bytes(WAV));
        AssetFetcher fetcher = fetcher(server.host())) {
      fetcher.fetch(server.url(path), AssetKind.VOICE);
      String expected =
          path.contains("%") ? "/Ärzte und Bücher.wav" : path.replaceFirst("\\?.*", "");
      assertThat(server.requests().get(0).getPath()).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file:///etc/passwd",
        "ftp://example.com/a",
        "jar:file:/a.jar!/b",
        "data:audio/wav;base64,AAAA",
        "gopher://example.com/",
        "/etc/passwd",
        "",
        "http:///nowhere",
        "http://exa mple/",
        "https://user:geheim@example.com/a.wav",
        "http://[::1",
        "s3://",
        "s3://other-bucket/assets/a.wav",
        "S3://shelf/secret/a.wav",
        "s3://shelf/open-but-not-really/a.wav",
        "s3://shelf/open/../secret/a.wav",
      })
  void otherAddressesAreForbidden(String uri) {
    try (AssetFetcher fetcher = fetcher()) {
      assertThat(failure(fetcher, uri, ASSET_FORBIDDEN)).doesNotContain("geheim");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "localhost",
        "0.0.0.0",
        "2130706433",
        "127.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::]",
        "LOCALHOST",
      })
  void privateAddressesAreForbidden(String host) throws IOException {
    try (WebServer server = WebServer.start(WebServer.bytes(WAV));
        AssetFetcher fetcher = fetcher()) {
      failure(fetcher, "http://%s:%d/a.wav".formatted(host, server.port()), ASSET_FORBIDDEN);
      assertThat(server.requests()).isEmpty();
    }
  }

  @Test
  void aNameIsResolvedOnceAndConnectedToWhereItWasChecked() throws IOException {
    AtomicInteger lookUps = new AtomicInteger();
    NameService rebinding =
        host -> {
          if (lookUps.incrementAndGet() > 1) {
            throw new UnknownHostException(host);
          }
          return new InetAddress[] {InetAddress.getByAddress(host, new byte[] {127, 0, 0, 1})};
        };
    try (WebServer server = WebServer.start(WebServer.bytes(WAV));
        AssetFetcher fetcher = fetcher(rebinding, "assets.example")) {
      String url = "http://assets.example:" + server.port() + "/a.wav";
      assertThat(fetcher.fetch(url, AssetKind.VOICE).size()).isEqualTo(WAV.length);
      assertThat(lookUps).hasValue(1);
    }
  }

  @Test
  void aPublicNameWithAPrivateAddressIsForbidden() throws IOException {
    NameService names = host -> new InetAddress[] {InetAddress.getLoopbackAddress()};
    try (WebServer server = WebServer.start(WebServer.bytes(WAV));
        AssetFetcher fetcher = fetcher(names)) {
      String url = "http://rebound.example:" + server.port() + "/a.wav";
      failure(fetcher, url, ASSET_FORBIDDEN);
      assertThat(server.requests()).isEmpty();
    }
  }

  @Test
  void anUnknownHostMayBeKnownLater() {
    NameService names =
        host -> {
          throw new UnknownHostException(host);
        };
    try (AssetFetcher fetcher = fetcher(names)) {
      failure(fetcher, "http://nowhere.example/a.wav", ASSET_UNAVAILABLE);
    }
  }

  @Test
  void aRedirectIsCheckedAsAnyAddress() throws IOException {
    try (WebServer inner = WebServer.start(WebServer.bytes(WAV))) {
      List<String> targets =
          List.of(
              inner.url("/secret"),
              "http://localhost:" + inner.port() + "/secret",
              "//" + inner.host() + "/secret",
              "file:///etc/passwd",
              "s3://shelf/open/a.wav",
              "http://user:password@example.com/",
              "http://[broken");
      for (String target : targets) {
        try (WebServer outer = WebServer.start(WebServer.redirect(target));
            AssetFetcher fetcher = fetcher(outer.host())) {
          failure(fetcher, outer.url("/a"), ASSET_FORBIDDEN);
        }
      }
      assertThat(inner.requests()).isEmpty();
    }
  }

  @Test
  void threeRedirectsAreFollowedAndNoMore() throws IOException {
    WebServer.Answer countdown =
        exchange -> {
          int left = Integer.parseInt(exchange.getRequestURI().getPath().replaceAll("\\D", ""));
          if (left == 0) {
            WebServer.bytes(WAV).give(exchange);
          } else {
            WebServer.redirect("/hop " + (left - 1)).give(exchange);
          }
        };
    try (WebServer server = WebServer.start(countdown);
        AssetFetcher fetcher = fetcher(server.host())) {
      assertThat(fetcher.fetch(server.url("/3"), AssetKind.VOICE).sha256())
          .isEqualTo(Digest.of(WAV));
      assertThat(failure(fetcher, server.url("/4"), ASSET_FORBIDDEN)).contains("3 times");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "404, ASSET_NOT_FOUND",
    "410, ASSET_NOT_FOUND",
    "401, ASSET_FORBIDDEN",
    "403, ASSET_FORBIDDEN",
    "429, ASSET_UNAVAILABLE",
    "500, ASSET_UNAVAILABLE",
    "503, ASSET_UNAVAILABLE",
    "204, ASSET_UNAVAILABLE",
    "304, ASSET_UNAVAILABLE",
  })
  void everyStatusHasACodeAndNoMessageAQuery(int status, ErrorCode code) throws IOException {
    try (WebServer server = WebServer.start(WebServer.status(status));
        AssetFetcher fetcher = fetcher(server.host())) {
      String url = server.url("/a.wav?X-Amz-Signature=geheim#geheim");
      assertThat(failure(fetcher, url, code))
          .contains(server.url("/a.wav"))
          .contains(Integer.toString(status))
          .doesNotContain("geheim");
    }
  }

  @ParameterizedTest
  @CsvSource({"VOICE, AUDIO_UNREADABLE", "PORTRAIT, IMAGE_UNREADABLE"})
  void anEmptyAssetIsUnreadable(AssetKind kind, ErrorCode code) throws IOException {
    assertThat(List.of(AUDIO_UNREADABLE, IMAGE_UNREADABLE)).contains(code);
    try (WebServer server = WebServer.start(WebServer.bytes(new byte[0]));
        AssetFetcher fetcher = fetcher(server.host())) {
      failure(fetcher, server.url("/empty"), kind, code);
    }
  }

  @Test
  void theLimitHoldsWithAndWithoutALength() throws IOException {
    for (boolean chunked : new boolean[] {false, true}) {
      WebServer.Answer answer =
          exchange -> {
            int size = Integer.parseInt(exchange.getRequestURI().getPath().substring(1));
            exchange.sendResponseHeaders(200, chunked ? 0 : size);
            exchange.getResponseBody().write(new byte[size]);
          };
      try (WebServer server = WebServer.start(answer);
          AssetFetcher fetcher = fetcher(server.host())) {
        assertThat(fetcher.fetch(server.url("/" + LIMIT), AssetKind.VOICE).size()).isEqualTo(LIMIT);
        assertThat(failure(fetcher, server.url("/" + (LIMIT + 1)), ASSET_TOO_LARGE))
            .contains("10000 bytes");
      }
    }
  }

  @Test
  void aBodyShorterThanItsLengthIsNoAsset() throws IOException {
    try (RawServer server =
            new RawServer(
                out ->
                    out.write(
                        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nRIFF".getBytes(US_ASCII)));
        AssetFetcher fetcher = fetcher(server.host())) {
      failure(fetcher, "http://" + server.host() + "/a", ASSET_UNAVAILABLE);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "SSH-2.0-OpenSSH\r\n", "HTTP/1.1 ", "200 fine\n\n"})
  void aServerThatDoesNotSpeakHttpIsUnavailable(String answer) throws IOException {
    try (RawServer server = new RawServer(out -> out.write(answer.getBytes(US_ASCII)));
        AssetFetcher fetcher = fetcher(server.host())) {
      failure(fetcher, "http://" + server.host() + "/a", ASSET_UNAVAILABLE);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "HTTP/1.1 200 OK\r\nX: ", "HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n"})
  void aServerThatDripsIsGivenUp(String beginning) throws IOException {
    RawServer.Script drip =
        out -> {
          out.write(beginning.getBytes(US_ASCII));
          for (int i = 0; i < 600; i++) {
            out.write('H');
            out.flush();
            Thread.sleep(50);
          }
        };
    try (RawServer server = new RawServer(drip);
        AssetFetcher fetcher = hasty(InetAddress::getAllByName, server.host())) {
      long start = System.nanoTime();
      failure(fetcher, "http://" + server.host() + "/a", ASSET_TIMEOUT);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
    }
  }

  @Test
  void aSilentServerIsGivenUp() throws IOException {
    try (RawServer server = new RawServer(out -> Thread.sleep(20_000));
        AssetFetcher fetcher = hasty(InetAddress::getAllByName, server.host())) {
      failure(fetcher, "http://" + server.host() + "/a", ASSET_TIMEOUT);
    }
  }

  @Test
  void aNameServiceThatHangsIsGivenUp() {
    NameService hanging =
        host -> {
          try {
            Thread.sleep(20_000);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          throw new UnknownHostException(host);
        };
    try (AssetFetcher fetcher = hasty(hanging)) {
      failure(fetcher, "http://slow.example/a", ASSET_TIMEOUT);
    }
  }

  @Test
  void aPinnedAddressStillMustProveItsName(@TempDir Path keys) throws Exception {
    SSLContext identity = TlsIdentity.forHost("assets.example", keys);
    NameService names = host -> new InetAddress[] {InetAddress.getLoopbackAddress()};
    FetchSettings settings = settings("assets.example", "other.example");
    try (WebServer server = WebServer.startSecure(identity, WebServer.bytes(WAV));
        AssetFetcher trusting =
            new AssetFetcher(settings, store, EmbeddedS3.BUCKET, names, identity);
        AssetFetcher wary = new AssetFetcher(settings, store, EmbeddedS3.BUCKET, names, null)) {
      String url = "https://assets.example:" + server.port() + "/a.wav";
      assertThat(trusting.fetch(url, AssetKind.VOICE).sha256()).isEqualTo(Digest.of(WAV));
      failure(wary, url, ASSET_UNAVAILABLE);
      String otherName = "https://other.example:" + server.port() + "/a.wav";
      assertThat(failure(trusting, otherName, ASSET_UNAVAILABLE)).contains("certificate");
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void objectsOfAllowedFoldersAreFetched() {
    ObjectAddress address = new ObjectAddress(EmbeddedS3.BUCKET, "open/Ein Lied ♪.wav");
    store.create(address, WAV, ObjectDescription.of("text/plain"));
    try (AssetFetcher fetcher = fetcher()) {
      Asset asset = fetcher.fetch(address.uri(), AssetKind.VOICE);
      assertThat(asset.sha256()).isEqualTo(Digest.of(WAV));
      assertThat(asset.mediaType()).isEqualTo("audio/wav");
      failure(fetcher, "s3://shelf/open/missing.wav", ASSET_NOT_FOUND);
      ObjectAddress large = new ObjectAddress(EmbeddedS3.BUCKET, "open/large.wav");
      store.create(large, new byte[LIMIT + 1], ObjectDescription.of("audio/wav"));
      failure(fetcher, large.uri(), ASSET_TOO_LARGE);
    }
  }

  @Test
  void nothingIsLeftInTheTemporaryFolder() throws IOException {
    try (WebServer server = WebServer.start(WebServer.bytes(WAV));
        WebServer broken = WebServer.start(WebServer.status(500));
        AssetFetcher fetcher = fetcher(server.host(), broken.host())) {
      List<Path> before = temporaryFiles();
      fetcher.fetch(server.url("/a"), AssetKind.VOICE);
      failure(fetcher, broken.url("/a"), ASSET_UNAVAILABLE);
      assertThat(temporaryFiles()).isEqualTo(before);
    }
  }

  private static List<Path> temporaryFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("lipstream-asset-"))
          .sorted()
          .toList();
    }
  }

  private static String failure(AssetFetcher fetcher, String uri, ErrorCode code) {
    return failure(fetcher, uri, AssetKind.VOICE, code);
  }

  /** The whole of what could be logged of a fetch that must fail. */
  private static String failure(AssetFetcher fetcher, String uri, AssetKind kind, ErrorCode code) {
    LipstreamException failure =
        catchThrowableOfType(LipstreamException.class, () -> fetcher.fetch(uri, kind));
    assertThat(failure).as(uri).isNotNull();
    assertThat(failure.code()).as(failure.getMessage()).isEqualTo(code);
    assertThat(failure.getMessage()).doesNotContain("\n", "\r");
    StringBuilder all = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      all.append(cause).append('\n');
    }
    return all.toString();
  }

  private static AssetFetcher fetcher(String... privateHosts) {
    return fetcher(InetAddress::getAllByName, privateHosts);
  }

  private static AssetFetcher fetcher(NameService names, String... privateHosts) {
    return new AssetFetcher(settings(privateHosts), store, EmbeddedS3.BUCKET, names, null);
  }

  private static FetchSettings settings(String... privateHosts) {
    return settings(Duration.ofSeconds(30), Duration.ofSeconds(60), privateHosts);
  }

  /** A fetcher with little patience, for servers that try it. */
  private static AssetFetcher hasty(NameService names, String... privateHosts) {
    FetchSettings settings =
        settings(Duration.ofMillis(700), Duration.ofMillis(1500), privateHosts);
    return new AssetFetcher(settings, store, EmbeddedS3.BUCKET, names, null);
  }

  private static FetchSettings settings(Duration silence, Duration total, String... privateHosts) {
    return new FetchSettings(
        List.of("shelf/open"),
        List.of(privateHosts),
        LIMIT,
        LIMIT,
        Duration.ofSeconds(5),
        silence,
        total);
  }
}
