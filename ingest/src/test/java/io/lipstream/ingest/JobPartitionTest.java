package io.lipstream.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.admission.RequestIdentity;
import io.lipstream.topic.Topic;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.internals.DefaultStreamPartitioner;

class JobPartitionTest {
  @Property
  void itIsWhereAProducerPutsTheJobsIdAndWhereKafkaStreamsLooksForIt(@ForAll String requestId) {
    String job = RequestIdentity.jobId("acme", requestId);
    int partitions = Topic.REQUESTS.partitions();

    assertThat(JobPartition.of(job))
        .isEqualTo(BuiltInPartitioner.partitionForKey(job.getBytes(UTF_8), partitions));
    Optional<Set<Integer>> inStreams =
        new DefaultStreamPartitioner<String, byte[]>(Serdes.String().serializer())
            .partitions("any", job, new byte[0], partitions);
    assertThat(JobPartition.of("any", job, null, partitions)).isEqualTo(inStreams);
  }
}
