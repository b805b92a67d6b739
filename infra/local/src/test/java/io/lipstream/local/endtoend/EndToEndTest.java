package io.lipstream.local.endtoend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lipstream.event.Completion;
import io.lipstream.event.Job;
import io.lipstream.event.JobError;
import io.lipstream.event.JobState;
import io.lipstream.event.Lane;
import io.lipstream.event.Parameters;
import io.lipstream.event.Request;
import io.lipstream.event.VideoObject;
import io.lipstream.inspection.InspectedAudio;
import io.lipstream.inspection.InspectedVideo;
import io.lipstream.inspection.VideoInspection;
import io.lipstream.local.stack.LocalStack;
import io.lipstream.pipeline.RenderParameters;
import io.lipstream.portrait.PreparedPortrait;
import io.lipstream.portrait.RgbImage;
import io.lipstream.registry.EventSerializer;
import io.lipstream.rendering.Region;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectDescription;
import io.lipstream.storage.ObjectStore;
import io.lipstream.storage.StoredObject;
import io.lipstream.topic.Topic;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests on a real broker, videos on a real object store, through a real Flink cluster: what a
 * user is promised, looked at in the files and events that come out.
 */
@Timeout(600)
final class EndToEndTest {
  private static final Path SAMPLES = Path.of("src/main/resources/samples");
  private static final Path ASTRONAUT = SAMPLES.resolve("astronaut.png");
  private static final Path SENTENCE = SAMPLES.resolve("austen-0880.wav");
  private static final int PIECE_FRAMES = 48;
  private static final double LONGEST_VOICE = 20;

  @TempDir static Path folder;
  private static PipelineUnderTest pipeline;

  @BeforeAll
  static void start() {
    pipeline =
        PipelineUnderTest.start(
            folder,
            Map.of(
                "audio.max-seconds", Double.toString(LONGEST_VOICE),
                "job.checkpoint-interval-ms", "1000",
                "ledger.stall-timeout-ms", "15000",
                "ledger.queue-timeout-ms", "15000"));
  }

  @AfterAll
  static void close() {
    pipeline.close();
  }

  @AfterEach
  void everyJobEndedOnce() {
    assertThat(pipeline.jobsThatEndedTwice()).isEmpty();
  }

  @Test
  void aPortraitAndAVoiceBecomeATalkingVideo() {
    Path voice =
        Recording.read(SENTENCE)
            .thenSilence(1.03)
            .tripledStereo()
            .write(folder.resolve("voice ünï.wav"));
    double seconds = Recording.read(voice).seconds();

    Completion completion = pipeline.completion(pipeline.send(pipeline.request(ASTRONAUT, voice)));

    assertThat(completion.getErrors()).isEmpty();
    assertThat(completion.getState()).isEqualTo(JobState.COMPLETED);
    VideoObject object = completion.getVideo();
    VideoInspection inspection = VideoInspection.of(pipeline.download(object));
    int frames = (int) Math.ceil(seconds * 25);
    assertVideoTrack(inspection.video(), frames);
    assertAudioTrack(inspection, frames);
    assertThat(inspection.headerFirst()).isTrue();
    assertThat(object.getFrames()).isEqualTo(frames);
    assertThat(completion.getEngine()).isEqualTo("OnnxRuntime/cpu+java");
    assertThat(completion.getModelDigest()).hasSize(64);
    assertStoredAsAnnounced(object);
    assertPictures(inspection, frames);
  }

  @Test
  void aPairOnTheShelfBecomesAVideoThatIsAnnouncedAsAStoreWould() throws Exception {
    Path voice = Recording.read(SENTENCE).part(0, 1).write(folder.resolve("pair.wav"));
    try (ObjectStore store = pipeline.store()) {
      put(store, "inbox/a pair é/portrait.png", ASTRONAUT);
      put(store, "inbox/a pair é/audio.wav", voice);
    }
    String encoded = "inbox/a+pair+%C3%A9/";
    ShelfNotifications.send(
        pipeline.connection(), LocalStack.ASSET_BUCKET, encoded + "portrait.png");
    ShelfNotifications.send(pipeline.connection(), LocalStack.ASSET_BUCKET, encoded + "audio.wav");

    Completion completion = pipeline.completionBeginning("a pair é-");

    assertThat(completion.getErrors()).isEmpty();
    assertThat(completion.getTenant()).isEqualTo("local");
    VideoObject video = completion.getVideo();
    JsonNode event =
        new ObjectMapper()
            .readTree(ShelfNotifications.announcement(pipeline.connection(), video.getKey()))
            .at("/Records/0");
    assertThat(event.at("/eventName").textValue()).isEqualTo("ObjectCreated:Put");
    assertThat(event.at("/s3/bucket/name").textValue()).isEqualTo(video.getBucket());
    assertThat(event.at("/s3/object/key").textValue()).isEqualTo(video.getKey());
    assertThat(event.at("/s3/object/size").longValue()).isEqualTo(video.getSize());
    assertThat(event.at("/s3/object/eTag").textValue()).hasSize(32);
  }

  private static void put(ObjectStore store, String key, Path file) {
    store.create(
        new ObjectAddress(LocalStack.ASSET_BUCKET, key),
        file,
        ObjectDescription.of("application/octet-stream"));
  }

  private static void assertVideoTrack(InspectedVideo video, int frames) {
    assertThat(video.codec()).isEqualTo("h264");
    assertThat(video.profile()).isEqualTo("High");
    assertThat(video.width()).isEqualTo(512);
    assertThat(video.height()).isEqualTo(512);
    assertThat(video.frames()).isEqualTo(frames);
    for (int i = 0; i < frames; i++) {
      assertThat(video.times().get(i)).isCloseTo(i / 25.0, within(1e-6));
    }
    assertThat(video.keyFrames())
        .containsExactlyElementsOf(
            IntStream.range(0, frames).filter(frame -> frame % PIECE_FRAMES == 0).boxed().toList());
    assertThat(List.of(video.primaries(), video.transfer(), video.matrix(), video.range()))
        .containsExactly("bt709", "bt709", "bt709", "tv");
  }

  private static void assertAudioTrack(VideoInspection inspection, int frames) {
    InspectedAudio audio = inspection.audio().orElseThrow();
    assertThat(audio.codec()).isEqualTo("aac");
    assertThat(audio.sampleRate()).isEqualTo(48_000);
    assertThat(audio.channels()).isEqualTo(2);
    assertThat(audio.seconds()).isCloseTo(frames / 25.0, within(0.001));
    assertThat(audio.seconds()).isCloseTo(inspection.video().seconds(), within(0.001));
  }

  private static void assertStoredAsAnnounced(VideoObject video) {
    try (ObjectStore store = pipeline.store()) {
      StoredObject object =
          store.find(new ObjectAddress(video.getBucket(), video.getKey())).orElseThrow();
      assertThat(object.size()).isEqualTo(video.getSize());
      assertThat(object.description().contentType()).isEqualTo("video/mp4");
      assertThat(object.description().cacheControl()).isEqualTo(video.getCacheControl());
      assertThat(object.description().metadata()).containsEntry("sha256", video.getSha256());
    }
  }

  private static void assertPictures(VideoInspection inspection, int frames) {
    RenderParameters parameters = RenderParameters.defaults();
    List<PictureDifference> differences = new ArrayList<>();
    List<Double> openings = new ArrayList<>();
    try (FaceLab lab = new FaceLab(folder)) {
      PreparedPortrait prepared = lab.prepare(ASTRONAUT, parameters);
      Region region = lab.region(prepared, parameters.expandRatio());
      inspection.pictures(
          picture -> {
            RgbImage frame = picture.toRgb();
            differences.add(PictureDifference.outside(region, frame, prepared.frame()));
            openings.add(lab.mouthOpening(frame, parameters));
          });
    }
    assertThat(differences).hasSize(frames);
    assertBackground(differences);
    assertNoJumpAtPieceBorders(differences);
    assertMouth(openings);
  }

  private static void assertBackground(List<PictureDifference> differences) {
    assertThat(differences)
        .allSatisfy(
            difference -> {
              assertThat(difference.lumaPsnr()).isGreaterThanOrEqualTo(38);
              assertThat(difference.meanRed()).isBetween(-1.0, 1.0);
              assertThat(difference.meanGreen()).isBetween(-1.0, 1.0);
              assertThat(difference.meanBlue()).isBetween(-1.0, 1.0);
            });
  }

  private static void assertNoJumpAtPieceBorders(List<PictureDifference> differences) {
    for (int border = PIECE_FRAMES; border < differences.size(); border += PIECE_FRAMES) {
      PictureDifference before = differences.get(border - 1);
      PictureDifference after = differences.get(border);
      assertThat(after.meanLuma()).isCloseTo(before.meanLuma(), within(0.3));
      assertThat(after.lumaPsnr()).isCloseTo(before.lumaPsnr(), within(1.5));
    }
  }

  /** The sentence lasts 2.99 s, then it is silent; the first and last tenths are left out. */
  private static void assertMouth(List<Double> openings) {
    List<Double> speech = openings.subList(8, 70);
    List<Double> silence = openings.subList(82, openings.size());
    double widest = speech.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    double narrowest = speech.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    double atRest = silence.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    assertThat(widest).as("widest opening in speech").isGreaterThan(0.06);
    assertThat(narrowest).as("narrowest opening in speech").isLessThan(widest / 2);
    assertThat(atRest).as("widest opening in silence").isLessThan(0.35 * widest);
  }

  @Test
  void theSameRequestOfAnotherTenantIsRenderedAnewToTheSameBytes() {
    Path voice = Recording.read(SENTENCE).part(0.2, 1.0).write(folder.resolve("same.wav"));

    Completion one = pipeline.completion(pipeline.send(small(voice).setTenant("one")));
    Completion other = pipeline.completion(pipeline.send(small(voice).setTenant("other")));

    assertThat(other.getCopiedFrom()).isNull();
    assertThat(one.getJobId()).isNotEqualTo(other.getJobId());
    assertThat(one.getVideo().getSha256()).isEqualTo(other.getVideo().getSha256());
  }

  @Test
  void whatATenantAsksForAgainIsCopiedAndSaidToBe() {
    Path voice = Recording.read(SENTENCE).part(0.3, 1.1).write(folder.resolve("again.wav"));

    Completion one = pipeline.completion(pipeline.send(small(voice)));
    Completion again = pipeline.completion(pipeline.send(small(voice)));
    Completion seeded = pipeline.completion(pipeline.send(small(voice).setSeed(7)));

    assertThat(one.getCopiedFrom()).isNull();
    assertThat(again.getState()).isEqualTo(JobState.COMPLETED);
    assertThat(again.getCopiedFrom()).isEqualTo(one.getJobId());
    assertThat(again.getVideo().getKey()).isNotEqualTo(one.getVideo().getKey());
    assertThat(again.getVideo().getSha256()).isEqualTo(one.getVideo().getSha256());
    assertThat(pipeline.download(again.getVideo())).isNotEmptyFile();
    assertThat(seeded.getCopiedFrom()).isNull();
  }

  @Test
  void tenRequestsAtOnceGiveTenResults() {
    List<String> requests = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Path voice =
          Recording.read(SENTENCE)
              .part(0.1 * i, 0.1 * i + 0.7 + 0.04 * i)
              .write(folder.resolve("ten-" + i + ".wav"));
      requests.add(
          pipeline.send(
              small(voice).setSeed(i).setLane(i % 2 == 0 ? Lane.INTERACTIVE : Lane.BULK)));
    }

    List<Completion> completions = pipeline.completions(requests);

    assertThat(completions)
        .allSatisfy(event -> assertThat(event.getState()).isEqualTo(JobState.COMPLETED));
    assertThat(completions)
        .extracting(event -> event.getVideo().getSha256())
        .doesNotHaveDuplicates();
    assertThat(completions).extracting(event -> event.getVideo().getKey()).doesNotHaveDuplicates();
    for (int i = 0; i < 10; i++) {
      assertThat(completions.get(i).getVideo().getFrames())
          .isEqualTo((int) Math.ceil((0.7 + 0.04 * i) * 25 - 1e-9));
    }
  }

  @Test
  void badInputEndsAsACodedEventAndTheNextRequestIsServed() throws Exception {
    Path noFace = folder.resolve("no face.png");
    ImageIO.write(new BufferedImage(320, 240, BufferedImage.TYPE_INT_RGB), "png", noFace.toFile());
    Path notAudio = Files.writeString(folder.resolve("not audio.wav"), "this is no recording");
    Path notPicture = Files.writeString(folder.resolve("not a picture.png"), "this is no picture");
    Path tooLong =
        Recording.read(SENTENCE).repeatedTo(LONGEST_VOICE + 1).write(folder.resolve("long.wav"));
    Path good = Recording.read(SENTENCE).part(0.2, 1.0).write(folder.resolve("good.wav"));

    String faceless = pipeline.send(pipeline.request(noFace, good));
    String broken = pipeline.send(pipeline.request(ASTRONAUT, notAudio));
    String pictureless = pipeline.send(pipeline.request(notPicture, good));
    String endless = pipeline.send(pipeline.request(ASTRONAUT, tooLong));
    String mismatched = pipeline.send(small(good).setDuration(10_000.0));
    String missing =
        pipeline.send(small(good).setAudioUri("s3://lipstream-assets/uploads/none.wav"));
    String forbidden = pipeline.send(small(good).setImageUri("s3://lipstream-work/work/x.png"));
    String local = pipeline.send(small(good).setImageUri("file:///etc/passwd"));
    String outOfRange = pipeline.send(small(good).setMinResolution(7).setFps(1000));
    String next = pipeline.send(small(good));

    assertEnded(faceless, JobState.FAILED, "FACE_NOT_FOUND");
    assertEnded(broken, JobState.FAILED, "AUDIO_UNREADABLE");
    assertEnded(pictureless, JobState.FAILED, "IMAGE_UNREADABLE");
    assertEnded(endless, JobState.FAILED, "AUDIO_TOO_LONG");
    assertEnded(missing, JobState.FAILED, "ASSET_NOT_FOUND");
    assertEnded(forbidden, JobState.REJECTED, "ASSET_FORBIDDEN");
    assertEnded(local, JobState.REJECTED, "ASSET_FORBIDDEN");
    assertThat(pipeline.completion(outOfRange).getErrors())
        .extracting(JobError::getCode)
        .containsExactly("INVALID_PARAMETER", "INVALID_PARAMETER");
    assertThat(pipeline.completion(mismatched).getState()).isIn(JobState.FAILED, JobState.REJECTED);
    assertThat(pipeline.completion(next).getState()).isEqualTo(JobState.COMPLETED);
  }

  private static void assertEnded(String requestId, JobState state, String code) {
    Completion completion = pipeline.completion(requestId);
    assertThat(completion.getState()).isEqualTo(state);
    assertThat(completion.getErrors()).extracting(JobError::getCode).containsExactly(code);
    assertThat(completion.getErrors().get(0).getMessage()).isNotBlank().doesNotContain("\n");
    assertThat(completion.getErrors().get(0).getRetryable()).isFalse();
  }

  @Test
  void aKilledJobFinishesWhatItHadAcceptedFromItsNewestCheckpoint() {
    Path voice = Recording.read(SENTENCE).repeatedTo(8).write(folder.resolve("kill.wav"));
    List<String> requests = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      requests.add(pipeline.send(small(voice).setSeed(100 + i)));
    }
    pipeline.awaitState(requests.get(0), JobState.RENDERING);

    pipeline.stack().killJob();
    pipeline.stack().restartJob();

    assertThat(pipeline.completions(requests))
        .allSatisfy(event -> assertThat(event.getState()).isEqualTo(JobState.COMPLETED));
  }

  /** The job's record is passed over while nobody reads, as if a worker had dropped it. */
  @Test
  void aJobThatTheDataPlaneLostIsDispatchedAgain() throws Exception {
    Path voice = Recording.read(SENTENCE).part(0.2, 1.0).write(folder.resolve("lost.wav"));
    pipeline.stack().killJob();
    String request = pipeline.send(small(voice));
    pipeline.awaitState(request, JobState.QUEUED);

    PassedOver.passOverJobs(pipeline.connection());
    pipeline.stack().restartJobWithoutState();

    Completion completion = pipeline.completion(request);
    assertThat(completion.getState()).isEqualTo(JobState.COMPLETED);
    assertThat(completion.getAttempts()).isEqualTo(2);
  }

  @Test
  void aJobOfAnAbortedTransactionIsNeverRendered() {
    Path voice = Recording.read(SENTENCE).part(0.2, 1.0).write(folder.resolve("aborted.wav"));
    Request like = small(voice).build();
    Properties properties = pipeline.connection().clientProperties();
    properties.setProperty("transactional.id", "test-of-an-abort");
    ObjectAddress output = new ObjectAddress("lipstream-videos", "videos/aborted.mp4");
    try (KafkaProducer<String, Job> producer =
        new KafkaProducer<>(
            properties,
            new StringSerializer(),
            new EventSerializer<>(pipeline.connection().registryUrl(), Job.class))) {
      producer.initTransactions();
      producer.beginTransaction();
      Future<RecordMetadata> aborted =
          producer.send(
              new ProducerRecord<>(
                  Topic.jobs(Lane.BULK).topicName(), "aborted", job("aborted", like, output)));
      producer.flush();
      assertThat(aborted).isDone();
      producer.abortTransaction();
    }

    for (int i = 0; i < 3; i++) {
      pipeline.completion(pipeline.send(small(voice)));
    }
    try (ObjectStore store = pipeline.store()) {
      assertThat(store.find(output)).isEmpty();
    }
  }

  private static Job job(String jobId, Request like, ObjectAddress output) {
    return Job.newBuilder()
        .setJobId(jobId)
        .setAttempt(1)
        .setTenant(like.getTenant())
        .setRequestId(like.getRequestId())
        .setRequestDigest("0".repeat(64))
        .setLane(Lane.BULK)
        .setImageUri(like.getImageUri())
        .setAudioUri(like.getAudioUri())
        .setOutputUri(output.uri())
        .setParameters(Parameters.newBuilder().setMinResolution(256).build())
        .setAcceptedAt(Instant.now())
        .build();
  }

  @Test
  void ofTwoJobsWithOneOutputOneSucceedsAndOneConflicts() {
    Path voice = Recording.read(SENTENCE).part(0.2, 1.0).write(folder.resolve("conflict.wav"));
    String output = "s3://lipstream-videos/videos/one für beide.mp4";

    List<Completion> completions =
        pipeline.completions(
            List.of(
                pipeline.send(small(voice).setOutputUri(output).setSeed(1)),
                pipeline.send(small(voice).setOutputUri(output).setSeed(2))));

    assertThat(completions)
        .extracting(Completion::getState)
        .containsExactlyInAnyOrder(JobState.COMPLETED, JobState.FAILED);
    assertThat(completions)
        .flatExtracting(Completion::getErrors)
        .extracting(JobError::getCode)
        .containsExactly("OUTPUT_CONFLICT");
  }

  @Test
  void aRecordThatIsNoRequestGoesAsideAndTheNextIsServed() {
    Properties properties = pipeline.connection().clientProperties();
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer())) {
      Future<RecordMetadata> sent =
          producer.send(new ProducerRecord<>(Topic.REQUESTS.topicName(), null, "no request"));
      producer.flush();
      assertThat(sent).isDone();
    }
    Path voice = Recording.read(SENTENCE).part(0.2, 1.0).write(folder.resolve("poison.wav"));

    assertThat(pipeline.completion(pipeline.send(small(voice))).getState())
        .isEqualTo(JobState.COMPLETED);
    assertThat(TopicValues.of(pipeline.connection(), Topic.DEAD_LETTERS))
        .contains("no request".getBytes(UTF_8));
  }

  private static Request.Builder small(Path voice) {
    return pipeline.request(ASTRONAUT, voice).setMinResolution(256);
  }
}
