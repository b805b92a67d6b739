package io.lipstream.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.gathering.GatheredClip;
import io.lipstream.pipeline.Asset;
import io.lipstream.pipeline.Fetched;
import io.lipstream.pipeline.JobTicket;
import io.lipstream.pipeline.PreparedClip;
import io.lipstream.pipeline.RenderParameters;
import io.lipstream.pipeline.Report;
import io.lipstream.pipeline.Video;
import io.lipstream.plan.ShelfServer;
import io.lipstream.publish.PublishedVideo;
import io.lipstream.publish.VideoFacts;
import io.lipstream.publish.VideoPublisher;
import io.lipstream.rendering.Portraits;
import io.lipstream.settings.Settings;
import io.lipstream.storage.Digest;
import io.lipstream.storage.ListedObject;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectDescription;
import io.lipstream.storage.S3ObjectStore;
import io.lipstream.storage.StoredObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.types.Either;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a real S3 server; what is copied is no video, for nobody looks into it. */
class ReuseWorkTest {
  private static final String MODEL = Portraits.BUNDLE.digest();
  private static final String VIDEO = "the video";

  @TempDir static Path data;
  private static ShelfServer server;
  private static S3ObjectStore store;
  private static VideoPublisher publisher;
  private static ResultCache results;
  private static int tenants;

  @TempDir Path folder;
  private final SimpleCounter hits = new SimpleCounter();
  private final SimpleCounter misses = new SimpleCounter();
  private final String tenant = "tenant-" + ++tenants;
  private ReuseWork work;

  @BeforeAll
  static void start() throws Exception {
    server = new ShelfServer(data);
    store = S3ObjectStore.open(server.settings());
    publisher = new VideoPublisher(store, "max-age=60");
    results =
        new ResultCache(
            store,
            publisher,
            ShelfServer.BUCKET,
            ResultKey.of(Settings.parse(DataPlaneSettings.SETTINGS, Map.of())));
  }

  @AfterAll
  static void stop() throws Exception {
    store.close();
    server.close();
  }

  @BeforeEach
  void open() {
    work =
        new ReuseWork(
            Portraits.BUNDLE, results, publisher, hits, misses, ReuseWorkTest::preparedAnew);
  }

  @Test
  void whatATenantAsksForAgainIsCopiedToItsOwnPlace() throws Exception {
    rendered("first", tenant);

    Video video = copied(work.outcome(fetched("second", tenant)));

    assertThat(video.copiedFrom()).isEqualTo("first");
    assertThat(video.key()).isEqualTo("videos/%s/second.mp4".formatted(tenant));
    assertThat(video.sha256()).isEqualTo(Digest.of(VIDEO.getBytes(UTF_8)));
    assertThat(video.frames()).isEqualTo(75);
    assertThat(video.warnings()).isEqualTo("a warning");
    assertThat(store.read(output("second", tenant))).hasContent(VIDEO);
    assertThat(hits.getCount()).isEqualTo(1);
    assertThat(misses.getCount()).isZero();
  }

  @Test
  void theCopyStaysWhenTheFirstIsRemoved() throws Exception {
    rendered("first", tenant);
    work.outcome(fetched("second", tenant));
    store.delete(output("first", tenant));

    assertThat(store.read(output("second", tenant))).hasContent(VIDEO);
  }

  @Test
  void anotherTenantsVideoIsNotCopied() throws Exception {
    rendered("first", tenant);

    assertThat(work.outcome(fetched("second", tenant + "-other")).isLeft()).isTrue();
    assertThat(misses.getCount()).isEqualTo(1);
  }

  @Test
  void whereTheVideoHasGoneTheNextOneTakesItsPlace() throws Exception {
    rendered("first", tenant);
    store.delete(output("first", tenant));

    assertThat(work.outcome(fetched("second", tenant)).isLeft()).isTrue();
    rendered("second", tenant);
    assertThat(copied(work.outcome(fetched("third", tenant))).copiedFrom()).isEqualTo("second");
  }

  @Test
  void aVideoThatIsNotWhatItWasIsNotCopied() throws Exception {
    rendered("first", tenant);
    ObjectAddress address = output("first", tenant);
    StoredObject object = store.find(address).orElseThrow();
    store.delete(address);
    store.create(address, "the vide0".getBytes(UTF_8), object.description());

    assertThat(work.outcome(fetched("second", tenant)).isLeft()).isTrue();
    assertThat(store.find(output("second", tenant))).isEmpty();
  }

  @Test
  void anObjectOfAnotherJobAtThatPlaceIsNotCopied() throws Exception {
    rendered("first", tenant);
    store.delete(output("first", tenant));
    publisher.publish(job("other", tenant, output("first", tenant).uri()), file(), facts());

    assertThat(work.outcome(fetched("second", tenant)).isLeft()).isTrue();
  }

  @Test
  void anEntryThatCannotBeReadIsNone() throws Exception {
    List<ObjectAddress> before = entries();
    rendered("first", tenant);
    ObjectAddress entry =
        entries().stream().filter(address -> !before.contains(address)).findFirst().orElseThrow();
    store.delete(entry);
    store.create(entry, "{}".getBytes(UTF_8), ObjectDescription.of("application/json"));

    assertThat(work.outcome(fetched("second", tenant)).isLeft()).isTrue();
  }

  @Test
  void aCopyIsNotCopiedFrom() throws Exception {
    PublishedVideo first = rendered("first", tenant);
    store.delete(output("first", tenant));
    work.outcome(fetched("second", tenant));
    PublishedVideo copy =
        publisher.publish(job("second", tenant), file(), first.facts(), first.address().key());

    results.remember(gathered("second", tenant), copy);

    assertThat(work.outcome(fetched("third", tenant)).isLeft()).isTrue();
  }

  @Test
  void aPlaceThatIsTakenIsAConflict() throws Exception {
    rendered("first", tenant);
    store.create(output("second", tenant), new byte[1], ObjectDescription.of("application/pdf"));

    assertThatThrownBy(() -> work.outcome(fetched("second", tenant)))
        .hasMessageContaining("second.mp4");
  }

  private PublishedVideo rendered(String jobId, String owner) throws IOException {
    PublishedVideo video = publisher.publish(job(jobId, owner), file(), facts());
    results.remember(gathered(jobId, owner), video);
    return video;
  }

  private Path file() throws IOException {
    return Files.writeString(folder.resolve("video.mp4"), VIDEO);
  }

  private static VideoFacts facts() {
    byte[] bytes = VIDEO.getBytes(UTF_8);
    return new VideoFacts(
        bytes.length, Digest.of(bytes), 512, 512, 25, 75, "OnnxRuntime/cpu", MODEL);
  }

  private static Video copied(Either<PreparedClip, Report> outcome) {
    assertThat(outcome.isRight()).isTrue();
    assertThat(outcome.right().state()).isEqualTo("COMPLETED");
    return outcome.right().video();
  }

  private static List<ObjectAddress> entries() {
    return store
        .list(new ObjectAddress(ShelfServer.BUCKET, "work/results/"))
        .map(ListedObject::address)
        .toList();
  }

  private static PreparedClip preparedAnew(Fetched fetched) {
    return new PreparedClip(
        fetched.job(),
        fetched.portrait(),
        fetched.voice(),
        "s3://work/portrait",
        "s3://work/motion",
        "s3://work/pieces",
        75,
        48,
        512,
        512,
        fetched.startedAt(),
        fetched.fetchMillis(),
        1,
        "a warning");
  }

  private static GatheredClip gathered(String jobId, String owner) {
    return new GatheredClip(preparedAnew(fetched(jobId, owner)), "OnnxRuntime/cpu", MODEL, 1);
  }

  private static Fetched fetched(String jobId, String owner) {
    return new Fetched(job(jobId, owner), asset("portrait"), asset("voice"), 1, 1);
  }

  private static Asset asset(String name) {
    String digest = Digest.of(name.getBytes(UTF_8));
    return new Asset("s3://work/" + digest, digest, 1, "image/png");
  }

  private static ObjectAddress output(String jobId, String owner) {
    return new ObjectAddress(ShelfServer.BUCKET, "videos/%s/%s.mp4".formatted(owner, jobId));
  }

  private static JobTicket job(String jobId, String owner) {
    return job(jobId, owner, output(jobId, owner).uri());
  }

  private static JobTicket job(String jobId, String owner, String outputUri) {
    return new JobTicket(
        jobId,
        1,
        owner,
        "digest of " + jobId,
        "BULK",
        "s3://a/portrait",
        "s3://a/voice",
        outputUri,
        Double.NaN,
        RenderParameters.defaults(),
        "",
        Double.POSITIVE_INFINITY,
        "",
        0,
        Long.MAX_VALUE);
  }
}
