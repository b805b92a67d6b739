package io.lipstream.local.stack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.admission.RequestIdentity;
import io.lipstream.connection.KafkaConnection;
import io.lipstream.event.Completion;
import io.lipstream.event.Job;
import io.lipstream.event.JobState;
import io.lipstream.event.Outcome;
import io.lipstream.event.OutcomeKind;
import io.lipstream.event.Request;
import io.lipstream.event.VideoObject;
import io.lipstream.ingest.IngestApplication;
import io.lipstream.ingest.IngestSettings;
import io.lipstream.registry.EventDeserializer;
import io.lipstream.registry.EventSerializer;
import io.lipstream.registry.SchemaRegistration;
import io.lipstream.settings.Settings;
import io.lipstream.topic.Topic;
import io.lipstream.topic.TopicCreation;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ingest's promises that only a real broker can break: transactions, restarts, re-keying. */
final class IngestOnBrokerTest {
  private static final String REGISTRY = "mock://ingest-on-broker";
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String UNCOUNTED = "uncounted";
  private static final String JOBS = Topic.JOBS_BULK.topicName();
  private static final String COMPLETIONS = Topic.COMPLETIONS.topicName();

  @TempDir static Path folder;
  private static EmbeddedBroker broker;
  private static IngestApplication ingest;

  private final EventSerializer<Request> requests = new EventSerializer<>(REGISTRY, Request.class);
  private final EventSerializer<Outcome> outcomes = new EventSerializer<>(REGISTRY, Outcome.class);
  private final EventDeserializer<Job> jobs = new EventDeserializer<>(REGISTRY, Job.class);
  private final EventDeserializer<Completion> completions =
      new EventDeserializer<>(REGISTRY, Completion.class);
  private KafkaProducer<byte[], byte[]> producer;

  @BeforeAll
  static void start() {
    List<Integer> ports = Loopback.ports(List.of(0, 0));
    broker = EmbeddedBroker.start(folder.resolve("kafka"), ports.get(0), ports.get(1));
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      TopicCreation.ensure(admin, (short) 1);
    }
    SchemaRegistration.register(REGISTRY);
    ingest = ingest("first");
  }

  @AfterAll
  static void close() {
    ingest.close();
    broker.close();
  }

  @BeforeEach
  void open() {
    producer = producer(Map.of());
  }

  @AfterEach
  void end() {
    producer.close();
  }

  @Test
  void anInstanceThatComesWithoutStateGoesOnWhereTheOtherEnded() throws Exception {
    String id = send("survivor");
    await(JOBS, jobs, job -> job.getJobId().equals(id));
    ingest.close();
    send("survivor");
    ingest = ingest("second");

    report(success(id));
    report(success(id));
    await(COMPLETIONS, completions, completion -> completion.getJobId().equals(id));
    String last = send("after the survivor");
    await(JOBS, jobs, job -> job.getJobId().equals(last));
    report(success(last));
    await(COMPLETIONS, completions, completion -> completion.getJobId().equals(last));

    assertThat(all(JOBS, jobs)).filteredOn(job -> job.getJobId().equals(id)).hasSize(1);
    assertThat(all(COMPLETIONS, completions))
        .filteredOn(completion -> completion.getJobId().equals(id))
        .extracting(Completion::getState)
        .containsExactly(JobState.COMPLETED);
  }

  @Test
  void aJobIsWokenByAnInstanceThatTookItsRowOver() throws Exception {
    Instant deadline = Instant.now().plusSeconds(8);
    Request request = Request.newBuilder(request("hurried")).setDeadline(deadline).build();
    String id = RequestIdentity.jobId("broker", "hurried");
    producer.send(new ProducerRecord<>(Topic.REQUESTS.topicName(), bytes(request))).get();
    await(JOBS, jobs, job -> job.getJobId().equals(id));

    ingest.close();
    ingest = ingest("third");

    await(
        COMPLETIONS,
        completions,
        completion ->
            completion.getJobId().equals(id) && completion.getState() == JobState.EXPIRED);
  }

  @Test
  void oneRequestInEveryPartitionIsOneJob() throws Exception {
    byte[] same = bytes(Request.newBuilder(request("everywhere")).setTenant(UNCOUNTED).build());
    for (int partition = 0; partition < Topic.REQUESTS.partitions(); partition++) {
      producer.send(new ProducerRecord<>(Topic.REQUESTS.topicName(), partition, null, same)).get();
    }
    byte[] last = bytes(Request.newBuilder(request("last")).setTenant(UNCOUNTED).build());
    producer.send(new ProducerRecord<>(Topic.REQUESTS.topicName(), last)).get();
    String lastId = RequestIdentity.jobId(UNCOUNTED, "last");
    String id = RequestIdentity.jobId(UNCOUNTED, "everywhere");
    await(JOBS, jobs, job -> job.getJobId().equals(lastId));
    await(JOBS, jobs, job -> job.getJobId().equals(id));

    report(success(id));
    await(COMPLETIONS, completions, completion -> completion.getJobId().equals(id));
    assertThat(all(JOBS, jobs)).filteredOn(job -> job.getJobId().equals(id)).hasSize(1);
  }

  @Test
  void aRequestOfAnAbortedTransactionNeverBecomesAJob() throws Exception {
    try (var transactions = producer(Map.of("transactional.id", "client"))) {
      transactions.initTransactions();
      transactions.beginTransaction();
      transactions.send(record("aborted")).get();
      transactions.abortTransaction();
      transactions.beginTransaction();
      transactions.send(record("committed")).get();
      transactions.commitTransaction();
    }
    String committed = RequestIdentity.jobId("broker", "committed");
    await(JOBS, jobs, job -> job.getJobId().equals(committed));
    assertThat(all(JOBS, jobs)).extracting(Job::getRequestId).doesNotContain("aborted");
  }

  @Test
  void aRecordThatCannotBeReadIsSetAsideAndTheNextIsServed() throws Exception {
    byte[] poison = "not ours é".getBytes(UTF_8);
    producer
        .send(new ProducerRecord<>(Topic.REQUESTS.topicName(), 3, "k".getBytes(UTF_8), poison))
        .get();
    producer
        .send(
            new ProducerRecord<>(
                Topic.REQUESTS.topicName(), 3, null, bytes(request("behind the poison"))))
        .get();
    String id = RequestIdentity.jobId("broker", "behind the poison");
    await(JOBS, jobs, job -> job.getJobId().equals(id));
    assertThat(records(Topic.DEAD_LETTERS.topicName()))
        .anySatisfy(
            letter -> {
              assertThat(letter.value()).isEqualTo(poison);
              assertThat(letter.headers().lastHeader("lipstream.error.code").value())
                  .isEqualTo("UNREADABLE_RECORD".getBytes(UTF_8));
              assertThat(letter.headers().lastHeader("__streams.errors.partition").value())
                  .isEqualTo("3".getBytes(UTF_8));
            });
  }

  private static IngestApplication ingest(String state) {
    Map<String, String> given =
        Map.of(
            "ingest.state-directory",
            folder.resolve(state).toString(),
            "ingest.threads",
            "2",
            "quota.tenants",
            UNCOUNTED + "=0/0");
    return IngestApplication.start(
        IngestSettings.from(Settings.parse(IngestSettings.SETTINGS, given)),
        KafkaConnection.plain(broker.bootstrapServers(), REGISTRY));
  }

  private static KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
    Map<String, Object> properties = new HashMap<>(more);
    properties.put("bootstrap.servers", broker.bootstrapServers());
    return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private String send(String requestId) throws Exception {
    producer.send(record(requestId)).get();
    return RequestIdentity.jobId("broker", requestId);
  }

  private ProducerRecord<byte[], byte[]> record(String requestId) {
    return new ProducerRecord<>(Topic.REQUESTS.topicName(), bytes(request(requestId)));
  }

  private byte[] bytes(Request request) {
    return requests.serialize(Topic.REQUESTS.topicName(), request);
  }

  private void report(Outcome outcome) throws Exception {
    String topic = Topic.OUTCOMES.topicName();
    producer.send(new ProducerRecord<>(topic, outcomes.serialize(topic, outcome))).get();
  }

  private static Request request(String requestId) {
    return Request.newBuilder()
        .setRequestId(requestId)
        .setTenant("broker")
        .setImageUri("s3://lipstream-assets/a.png")
        .setAudioUri("s3://lipstream-assets/a.wav")
        .build();
  }

  private static Outcome success(String jobId) {
    return Outcome.newBuilder()
        .setOutcomeId(jobId + "/1")
        .setJobId(jobId)
        .setAttempt(1)
        .setKind(OutcomeKind.SUCCEEDED)
        .setState(JobState.COMPLETED)
        .setReportedAt(Instant.EPOCH)
        .setVideo(
            VideoObject.newBuilder()
                .setBucket("lipstream-videos")
                .setKey("k.mp4")
                .setSize(1)
                .setSha256("0".repeat(64))
                .setDuration(0.04)
                .setWidth(2)
                .setHeight(2)
                .setFps(25)
                .setFrames(1)
                .build())
        .build();
  }

  private static <T extends SpecificRecord> void await(
      String topic, EventDeserializer<T> deserializer, Predicate<T> wanted)
      throws InterruptedException {
    long limit = System.nanoTime() + LIMIT.toNanos();
    while (all(topic, deserializer).stream().noneMatch(wanted)) {
      assertThat(System.nanoTime()).as("nothing came on %s", topic).isLessThan(limit);
      Thread.sleep(50);
    }
  }

  private static <T extends SpecificRecord> List<T> all(
      String topic, EventDeserializer<T> deserializer) {
    return records(topic).stream()
        .map(record -> deserializer.deserialize(topic, record.value()))
        .toList();
  }

  /** The committed records that a topic holds now. */
  private static List<ConsumerRecord<byte[], byte[]>> records(String topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (var consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "isolation.level",
                "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(partition -> new TopicPartition(topic, partition.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
    }
    return records;
  }
}
