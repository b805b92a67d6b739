package io.lipstream.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.admission.RequestIdentity;
import io.lipstream.connection.KafkaConnection;
import io.lipstream.event.Completion;
import io.lipstream.event.Job;
import io.lipstream.event.Request;
import io.lipstream.ledger.Samples;
import io.lipstream.registry.EventDeserializer;
import io.lipstream.registry.EventSerializer;
import io.lipstream.registry.SchemaRegistration;
import io.lipstream.settings.Settings;
import io.lipstream.topic.Topic;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which way a request takes to the ledger; in the driver all comes from partition 0. */
final class RequestRouteTest {
  private static final String REGISTRY = "mock://request-route";
  private static final String AT_HOME = requestIdOfPartition(0);
  private static final String ELSEWHERE = requestIdOfPartition(7);

  @TempDir Path state;
  private TopologyTestDriver driver;
  private TestInputTopic<byte[], byte[]> requests;
  private TestOutputTopic<String, Job> jobs;
  private TestOutputTopic<String, Completion> completions;
  private TestOutputTopic<byte[], byte[]> byJob;
  private TestOutputTopic<byte[], byte[]> byTenant;

  @BeforeEach
  void start() {
    SchemaRegistration.register(REGISTRY);
    IngestSettings settings =
        IngestSettings.from(
            Settings.parse(
                IngestSettings.SETTINGS,
                Map.of(
                    "ingest.state-directory",
                    state.toString(),
                    "quota.per-minute",
                    "0",
                    "quota.tenants",
                    "counted=5/5")));
    driver =
        new TopologyTestDriver(
            IngestTopology.build(settings, REGISTRY, job -> {}),
            StreamsSettings.of(settings, KafkaConnection.plain("nowhere:1", REGISTRY)),
            Instant.parse("2026-03-01T00:00:00Z"));
    requests =
        driver.createInputTopic(
            Topic.REQUESTS.topicName(), new ByteArraySerializer(), new ByteArraySerializer());
    jobs = output(Topic.JOBS_BULK, Job.class);
    completions = output(Topic.COMPLETIONS, Completion.class);
    byJob = internal(settings.applicationId() + "-requests-by-job-repartition");
    byTenant = internal(settings.applicationId() + "-requests-by-tenant-repartition");
  }

  @AfterEach
  void close() {
    driver.close();
  }

  @Test
  void whatComesWhereItsJobIsKeptGoesStraightToTheLedger() {
    send(Samples.request(AT_HOME), new RecordHeaders());

    assertThat(jobs.readValue().getRequestId()).isEqualTo(AT_HOME);
    assertThat(byJob.isEmpty()).isTrue();
  }

  @Test
  void whatComesElsewhereIsSentThereAndIsTheSameJob() {
    send(Samples.request(ELSEWHERE), new RecordHeaders());
    send(Samples.request(ELSEWHERE), new RecordHeaders());

    assertThat(jobs.readValue().getRequestId()).isEqualTo(ELSEWHERE);
    assertThat(jobs.isEmpty()).isTrue();
    assertThat(byJob.getQueueSize()).isEqualTo(2);
  }

  @Test
  void aTenantWithAQuotaIsCountedWhereverItsRequestsCome() {
    String atHome = requestIdOfPartition("counted", 0);
    send(
        Request.newBuilder(Samples.request(atHome)).setTenant("counted").build(),
        new RecordHeaders());

    assertThat(jobs.readValue().getRequestId()).isEqualTo(atHome);
    assertThat(byTenant.getQueueSize()).isEqualTo(1);
  }

  @Test
  void marksThatAStrangerHasSetAreNotBelieved() {
    for (String requestId : new String[] {AT_HOME, ELSEWHERE}) {
      Headers forged = new RecordHeaders();
      forged.add("lipstream.retry-at", "1893456000000".getBytes(UTF_8));
      forged.add("lipstream.job-id", "0".repeat(32).getBytes(UTF_8));
      send(Samples.request(requestId), forged);

      assertThat(jobs.readRecord().key()).isEqualTo(RequestIdentity.jobId("acme", requestId));
    }
    assertThat(completions.isEmpty()).isTrue();
  }

  private static String requestIdOfPartition(int partition) {
    return requestIdOfPartition("acme", partition);
  }

  private static String requestIdOfPartition(String tenant, int partition) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> "request " + i)
        .filter(id -> JobPartition.of(RequestIdentity.jobId(tenant, id)) == partition)
        .findFirst()
        .orElseThrow();
  }

  private void send(Request request, Headers headers) {
    try (EventSerializer<Request> serializer = new EventSerializer<>(REGISTRY, Request.class)) {
      byte[] value = serializer.serialize(Topic.REQUESTS.topicName(), request);
      requests.pipeInput(new TestRecord<>(null, value, headers));
    }
  }

  private <T extends SpecificRecord> TestOutputTopic<String, T> output(
      Topic topic, Class<T> eventClass) {
    return driver.createOutputTopic(
        topic.topicName(), new StringDeserializer(), new EventDeserializer<>(REGISTRY, eventClass));
  }

  private TestOutputTopic<byte[], byte[]> internal(String topic) {
    return driver.createOutputTopic(
        topic, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }
}
