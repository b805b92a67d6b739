package io.lipstream.local.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.LipstreamException;
import io.lipstream.event.Request;
import io.lipstream.registry.EventSerializer;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectDescription;
import io.lipstream.storage.ObjectStore;
import io.lipstream.topic.Topic;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.flink.api.common.JobStatus;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/** The servers are the real ones; what is checked is what the pipeline relies on. */
final class LocalStackTest {
  @TempDir static Path data;
  private static LocalStack stack;

  @BeforeAll
  static void start() {
    stack = LocalStack.start(StackOptions.in(data.resolve("with a blank é")), CountingJob::build);
  }

  @AfterAll
  static void close() {
    stack.close();
  }

  @Test
  void everyTopicExists() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", stack.addresses().kafka()))) {
      assertThat(admin.listTopics().names().get())
          .contains(
              java.util.Arrays.stream(Topic.values()).map(Topic::topicName).toArray(String[]::new));
    }
  }

  @Test
  void theRegistryRefusesASchemaThatOldReadersCannotFollow() throws Exception {
    String broken =
        "{\\\"type\\\":\\\"record\\\",\\\"name\\\":\\\"Request\\\",\\\"namespace\\\":\\\"io.lipstream.event\\\","
            + "\\\"fields\\\":[{\\\"name\\\":\\\"request_id\\\",\\\"type\\\":\\\"long\\\"}]}";
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(
                        URI.create(
                            stack.addresses().registry()
                                + "/subjects/"
                                + Topic.REQUESTS.topicName()
                                + "-value/versions"))
                    .header("Content-Type", "application/vnd.schemaregistry.v1+json")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"schema\":\"" + broken + "\"}"))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
  }

  @Test
  void aReaderOfCommittedRecordsNeverSeesAnAbortedTransaction() throws Exception {
    String topic = Topic.REQUESTS.topicName();
    try (var serializer = new EventSerializer<>(stack.addresses().registry(), Request.class);
        var producer =
            new KafkaProducer<>(
                Map.of("bootstrap.servers", stack.addresses().kafka(), "transactional.id", "test"),
                new StringSerializer(),
                serializer)) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(topic, request("aborted"))).get();
      producer.abortTransaction();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(topic, request("committed"))).get();
      producer.commitTransaction();
    }
    assertThat(new StackProbe(stack.addresses()).committedRequests()).containsExactly("committed");
  }

  @Test
  void ofManyConditionalWritesToOneKeyExactlyOneWins() throws Exception {
    try (S3Client s3 = new StackProbe(stack.addresses()).s3()) {
      List<Callable<Boolean>> writers = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        byte[] content = ("writer " + i).getBytes(StandardCharsets.UTF_8);
        writers.add(() -> StackProbe.create(s3, "contended é.mp4", content));
      }
      var threads = Executors.newFixedThreadPool(writers.size());
      int winners = 0;
      for (Future<Boolean> writer : threads.invokeAll(writers)) {
        winners += writer.get() ? 1 : 0;
      }
      threads.shutdown();
      assertThat(winners).isEqualTo(1);
    }
  }

  @Test
  void theShelfKeepsOfAnObjectWhatWasSaidOfItAndNothingElse() {
    String key = "plain.mp4";
    try (ObjectStore store = new StackProbe(stack.addresses()).store();
        S3Client s3 = new StackProbe(stack.addresses()).s3()) {
      store.create(
          new ObjectAddress(EmbeddedShelf.VIDEOS, key),
          new byte[2 << 20],
          ObjectDescription.of("video/mp4"));
      HeadObjectResponse head =
          s3.headObject(request -> request.bucket(EmbeddedShelf.VIDEOS).key(key));
      assertThat(head.contentType()).isEqualTo("video/mp4");
      assertThat(head.contentEncoding()).isNull();
    }
  }

  @Test
  void aKeyThatTheShelfCannotHoldIsAFaultOfTheRequest() {
    try (ObjectStore store = new StackProbe(stack.addresses()).store()) {
      store.create(
          new ObjectAddress(EmbeddedShelf.VIDEOS, "taken"),
          new byte[1],
          ObjectDescription.of("video/mp4"));
      for (String key : List.of("é".repeat(200), "taken/below.mp4")) {
        ObjectAddress address = new ObjectAddress(EmbeddedShelf.VIDEOS, key);
        assertThat(store.find(address)).isEmpty();
        assertThatThrownBy(
                () -> store.create(address, new byte[1], ObjectDescription.of("video/mp4")))
            .isInstanceOfSatisfying(
                LipstreamException.class,
                refusal -> assertThat(refusal.code().retryable()).isFalse())
            .hasMessageContaining(key);
      }
    }
  }

  @Test
  void aJobThatIsKilledGoesOnFromItsNewestCheckpoint() throws Exception {
    CountingJob.forget();
    long before = CountingJob.awaitCheckpointed();
    stack.killJob();
    long last = CountingJob.last();
    CountingJob.forget();
    stack.restartJob();
    long first = CountingJob.awaitFirst();
    assertThat(first).isGreaterThan(before).isLessThanOrEqualTo(last + 1);
    assertThat(stack.jobStatus()).isEqualTo(JobStatus.RUNNING);

    stack.killJob();
    CountingJob.forget();
    stack.restartJobWithoutState();
    assertThat(CountingJob.awaitFirst()).isZero();
  }

  @Test
  void theMetricsOfTheDataPlaneAreServed() throws Exception {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(stack.addresses().metrics())).build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("flink_taskmanager_job_task_operator_numRecordsOut");
  }

  @Test
  void otherProcessesFindTheStackByItsFile() {
    assertThat(StackAddresses.read(data.resolve("with a blank é"))).contains(stack.addresses());
  }

  @Test
  void aSecondStackOnTheSameFolderIsRefused() {
    assertThatThrownBy(
            () ->
                LocalStack.start(
                    StackOptions.in(data.resolve("with a blank é")), CountingJob::build))
        .isInstanceOf(LipstreamException.class)
        .hasMessageContaining("another stack runs on");
    assertThat(StackAddresses.read(data.resolve("with a blank é"))).isPresent();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void nothingListensBeyondLoopback() throws IOException {
    assertThat(ListeningSockets.ofThisProcess()).isNotEmpty().allMatch(ListeningSockets::loopback);
  }

  private static Request request(String id) {
    return Request.newBuilder()
        .setRequestId(id)
        .setTenant("test")
        .setImageUri("s3://lipstream-assets/a.png")
        .setAudioUri("s3://lipstream-assets/a.wav")
        .build();
  }
}
