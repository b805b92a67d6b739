package io.lipstream.notification;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.lipstream.admission.RequestIdentity;
import io.lipstream.consumption.DeadLetterRecord;
import io.lipstream.consumption.RecordHandler;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Request;
import io.lipstream.topic.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes requests of a message's records. One that cannot be read or worked on goes to the dead
 * letters, in a message of its own, and does not take the others with it. For one thread.
 */
final class NotificationHandler implements RecordHandler {
  private static final Logger LOG = LoggerFactory.getLogger(NotificationHandler.class);
  private static final int OBJECTS_REMEMBERED = 100_000;

  private final Buckets buckets;
  private final Intake intake;
  private final Serializer<Request> requests;
  private final NewestEvents newest = new NewestEvents(OBJECTS_REMEMBERED);

  NotificationHandler(Buckets buckets, Intake intake, Serializer<Request> requests) {
    this.buckets = buckets;
    this.intake = intake;
    this.requests = requests;
  }

  @Override
  public List<ProducerRecord<byte[], byte[]>> handle(ConsumerRecord<byte[], byte[]> record) {
    List<ProducerRecord<byte[], byte[]>> results = new ArrayList<>();
    List<JsonNode> told = EventParser.records(record.value());
    for (JsonNode one : told) {
      try {
        EventParser.event(one).flatMap(this::request).map(this::produced).ifPresent(results::add);
      } catch (LipstreamException e) {
        if (PASSING.contains(e.code())) {
          throw e;
        }
        LOG.warn(
            "{}-{} offset {}: a record starts nothing: {}",
            record.topic(),
            record.partition(),
            record.offset(),
            e.getMessage());
        byte[] letter = told.size() == 1 ? record.value() : EventParser.alone(one);
        results.add(DeadLetterRecord.of(record, letter, e));
      }
    }
    return results;
  }

  private Optional<Request> request(ObjectEvent event) {
    if (newest.overtook(event) || event.kind() != ObjectEvent.Kind.CREATED) {
      return Optional.empty();
    }
    return buckets.trigger(event.address()).flatMap(intake::request);
  }

  private ProducerRecord<byte[], byte[]> produced(Request request) {
    LOG.info("tenant {}: request {} by notification", request.getTenant(), request.getRequestId());
    String topic = Topic.REQUESTS.topicName();
    return new ProducerRecord<>(
        topic,
        RequestIdentity.of(request).jobId().getBytes(UTF_8),
        requests.serialize(topic, request));
  }
}
