package io.lipstream.local.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.admission.RequestIdentity;
import io.lipstream.event.Completion;
import io.lipstream.event.Job;
import io.lipstream.event.JobState;
import io.lipstream.event.Outcome;
import io.lipstream.event.OutcomeKind;
import io.lipstream.event.Request;
import io.lipstream.event.VideoObject;
import io.lipstream.registry.EventDeserializer;
import io.lipstream.registry.EventSerializer;
import io.lipstream.registry.SchemaRegistration;
import io.lipstream.topic.Topic;
import io.lipstream.topic.TopicCreation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two instances of ingest as processes of their own; one dies without a word in full run. */
final class IngestTakeoverTest {
  private static final int REQUESTS = 1000;
  private static final int JOBS_AT_THE_KILL = 300;
  private static final Duration ADMISSION_BACK = Duration.ofSeconds(25);
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final String GROUP = "lipstream-ingest";

  @TempDir private Path folder;
  private EmbeddedBroker broker;
  private EmbeddedRegistry registry;
  private final List<Process> instances = new ArrayList<>();
  private final List<Future<RecordMetadata>> sending = new ArrayList<>();
  private KafkaProducer<byte[], byte[]> producer;
  private Reader<Job> jobs;
  private Reader<Completion> completions;
  private EventSerializer<Request> requests;
  private EventSerializer<Outcome> outcomes;

  @BeforeEach
  void start() throws Exception {
    List<Integer> ports = Loopback.ports(List.of(0, 0, 0));
    broker = EmbeddedBroker.start(folder.resolve("kafka"), ports.get(0), ports.get(1));
    registry =
        EmbeddedRegistry.start(
            folder.resolve("registry"), folder.resolve("registry.log"), ports.get(2));
    String address = new StackPorts(0, 0, ports.get(2), 0, 0, 0, 0).addresses().registry();
    try (Admin admin = Admin.create(kafka())) {
      TopicCreation.ensure(admin, (short) 1);
    }
    SchemaRegistration.register(address);
    requests = new EventSerializer<>(address, Request.class);
    outcomes = new EventSerializer<>(address, Outcome.class);
    producer = new KafkaProducer<>(kafka(), new ByteArraySerializer(), new ByteArraySerializer());
    jobs = new Reader<>(Topic.JOBS_BULK, new EventDeserializer<>(address, Job.class));
    completions =
        new Reader<>(Topic.COMPLETIONS, new EventDeserializer<>(address, Completion.class));
    for (String name : List.of("first", "second")) {
      instances.add(instance(name, address));
    }
  }

  @AfterEach
  void end() throws InterruptedException {
    producer.close();
    jobs.close();
    completions.close();
    for (Process instance : instances) {
      instance.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }
    registry.close();
    broker.close();
  }

  @Test
  void oneInstanceKilledInFullRunLosesAndDoublesNothing() throws Exception {
    await("both instances have their share", this::bothWork);
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      sent.add(send("load " + i));
    }
    producer.flush();
    await("jobs come", () -> jobs.read().size() >= JOBS_AT_THE_KILL);
    assertThat(jobs.all().size()).as("requests are in flight at the kill").isLessThan(REQUESTS);

    instances.get(0).destroyForcibly().waitFor();
    long killed = System.nanoTime();
    // One request for each partition at least, so that the dead one's are among them.
    List<String> after = IntStream.range(0, 100).mapToObj(i -> send("after " + i)).toList();
    producer.flush();
    sent.addAll(after);
    await("all that came after the kill is admitted", () -> jobsOf(after) == after.size());
    Duration back = Duration.ofNanos(System.nanoTime() - killed);
    System.out.printf("admission was back %.1f s after the kill%n", back.toMillis() / 1000.0);
    assertThat(back).isLessThan(ADMISSION_BACK);

    await("every request has ended", () -> ended() == sent.size());
    for (Future<RecordMetadata> record : sending) {
      record.get();
    }
    completions.readFor(Duration.ofSeconds(3));
    assertThat(completions.all())
        .extracting(Completion::getJobId)
        .as("exactly one end each")
        .containsExactlyInAnyOrderElementsOf(sent);
    assertThat(completions.all())
        .allSatisfy(completion -> assertThat(completion.getState()).isEqualTo(JobState.COMPLETED));
    assertThat(jobs.all()).extracting(Job::getJobId).containsExactlyInAnyOrderElementsOf(sent);
  }

  private long jobsOf(List<String> ids) {
    Set<String> seen = jobs.read().stream().map(Job::getJobId).collect(Collectors.toSet());
    answer();
    return ids.stream().filter(seen::contains).count();
  }

  private int ended() {
    jobs.read();
    answer();
    return completions.read().size();
  }

  /** Does what workers do: reports each job's success, twice, as may happen. */
  private void answer() {
    for (Job job : jobs.unanswered()) {
      for (int times = 0; times < 2; times++) {
        String topic = Topic.OUTCOMES.topicName();
        sending.add(
            producer.send(new ProducerRecord<>(topic, outcomes.serialize(topic, success(job)))));
      }
    }
  }

  private boolean bothWork() {
    try (Admin admin = Admin.create(kafka())) {
      ConsumerGroupDescription group =
          admin.describeConsumerGroups(List.of(GROUP)).all().get().get(GROUP);
      return group.members().size() == 2
          && group.members().stream()
              .noneMatch(member -> member.assignment().topicPartitions().isEmpty());
    } catch (Exception e) {
      return false;
    }
  }

  private Process instance(String name, String registryAddress) throws IOException {
    return IngestProcess.start(folder, name, broker.bootstrapServers(), registryAddress);
  }

  private String send(String requestId) {
    Request request =
        Request.newBuilder()
            .setRequestId(requestId)
            .setTenant("tenant")
            .setImageUri("s3://lipstream-assets/a.png")
            .setAudioUri("s3://lipstream-assets/a.wav")
            .build();
    String topic = Topic.REQUESTS.topicName();
    sending.add(producer.send(new ProducerRecord<>(topic, requests.serialize(topic, request))));
    return RequestIdentity.jobId("tenant", requestId);
  }

  private static Outcome success(Job job) {
    return Outcome.newBuilder()
        .setOutcomeId(job.getJobId() + "/success")
        .setJobId(job.getJobId())
        .setAttempt(job.getAttempt())
        .setKind(OutcomeKind.SUCCEEDED)
        .setState(JobState.COMPLETED)
        .setReportedAt(Instant.EPOCH)
        .setVideo(
            VideoObject.newBuilder()
                .setBucket("lipstream-videos")
                .setKey(job.getJobId())
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

  private Map<String, Object> kafka() {
    return new HashMap<>(Map.of("bootstrap.servers", broker.bootstrapServers()));
  }

  private static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long limit = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(limit);
      Thread.sleep(20);
    }
  }

  /** All committed events of a topic, in the order of their reading. */
  private final class Reader<T extends SpecificRecord> implements AutoCloseable {
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final EventDeserializer<T> deserializer;
    private final Topic topic;
    private final List<T> all = new ArrayList<>();
    private int answered;

    Reader(Topic topic, EventDeserializer<T> deserializer) {
      this.topic = topic;
      this.deserializer = deserializer;
      Map<String, Object> properties = kafka();
      properties.put("isolation.level", "read_committed");
      properties.put("auto.offset.reset", "earliest");
      properties.put("group.id", "test-" + topic);
      consumer =
          new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
      consumer.subscribe(List.of(topic.topicName()));
    }

    List<T> read() {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(50))) {
        all.add(deserializer.deserialize(topic.topicName(), record.value()));
      }
      return all;
    }

    void readFor(Duration time) {
      long end = System.nanoTime() + time.toNanos();
      while (System.nanoTime() < end) {
        read();
      }
    }

    List<T> all() {
      return all;
    }

    List<T> unanswered() {
      List<T> next = List.copyOf(all.subList(answered, all.size()));
      answered = all.size();
      return next;
    }

    @Override
    public void close() {
      consumer.close();
    }
  }
}
