package io.lipstream.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lipstream.consumption.DeadLetterHeaders;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Callback;
import io.lipstream.topic.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the log of callbacks, calls what is due on threads of its own, and writes what came of each
 * call back to the log, in the callback's own partition; only the log's echo changes what is owed.
 * A record that the broker does not take is an exception of {@link #step}. For one thread.
 */
final class Delivery implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);
  private static final String TOPIC = Topic.CALLBACKS.topicName();
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration LEAST_PAUSE = Duration.ofSeconds(1);
  private static final int PAUSE_OF_READING = 3;

  private final Caller caller;
  private final RetryPolicy policy;
  private final Serializer<Callback> writer;
  private final Consumer<byte[], byte[]> consumer;
  private final Producer<byte[], byte[]> producer;
  private final CallQueue queue;
  private final Debts debts;
  private final Duration longestCall;
  private final Map<TopicPartition, Long> reading = new HashMap<>();
  private final Map<TopicPartition, Long> begun = new HashMap<>();
  private final Map<TopicPartition, Long> notBefore = new HashMap<>();
  private final Queue<Ended> ended = new ConcurrentLinkedQueue<>();
  private final Queue<Debts.Unreadable> putAside = new ConcurrentLinkedQueue<>();
  private final AtomicReference<Exception> refused = new AtomicReference<>();
  private final ExecutorService threads;

  Delivery(
      WebhookSettings settings,
      Caller caller,
      Deserializer<Callback> reader,
      Serializer<Callback> writer,
      Consumer<byte[], byte[]> consumer,
      Producer<byte[], byte[]> producer) {
    this.caller = caller;
    this.policy = new RetryPolicy(settings.firstPause(), settings.longestPause());
    this.writer = writer;
    this.consumer = consumer;
    this.producer = producer;
    this.queue =
        new CallQueue(settings.threads(), settings.callsOfOneTenant(), settings.callsOfOneHost());
    this.debts =
        new Debts(
            value -> reader.deserialize(TOPIC, value), queue, settings.mostHeldOfOnePartition());
    this.longestCall = settings.connectTimeout().plus(settings.timeout());
    this.threads = Executors.newCachedThreadPool(work -> new Thread(work, "webhook-call"));
    consumer.subscribe(List.of(TOPIC), new Reassignment());
  }

  /** Does what is to be done now, and waits a little for more. */
  void step() {
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
      debts.read(
          new Position(record.partition(), record.offset()),
          new String(record.key(), UTF_8),
          record.value());
    }
    reading.entrySet().removeIf(this::completed);
    List.copyOf(consumer.assignment()).forEach(this::readAgainIfWanted);
    debts.unreadable().forEach(this::putAside);
    writeEnded();
    settlePutAside();
    for (Owed owed : debts.take(System.currentTimeMillis())) {
      threads.execute(() -> ended.add(new Ended(owed, answer(owed))));
    }
    Exception failure = refused.get();
    if (failure != null) {
      throw new KafkaException("a record was not taken", failure);
    }
  }

  private boolean completed(Map.Entry<TopicPartition, Long> partition) {
    boolean whole = consumer.position(partition.getKey()) >= partition.getValue();
    if (whole) {
      debts.complete(partition.getKey().partition());
      long now = System.nanoTime();
      long lasted = now - begun.getOrDefault(partition.getKey(), now);
      notBefore.put(
          partition.getKey(), now + Math.max(LEAST_PAUSE.toNanos(), lasted * PAUSE_OF_READING));
    }
    return whole;
  }

  /** Never for more than a quarter of the time. */
  private void readAgainIfWanted(TopicPartition partition) {
    Long time = notBefore.get(partition);
    if (time == null
        || System.nanoTime() - time < 0
        || !debts.wantsReading(partition.partition(), System.currentTimeMillis())) {
      return;
    }
    LOG.debug("{}: callbacks that were left out are read again", partition);
    debts.again(partition.partition());
    readFromTheBeginning(List.of(partition));
  }

  private void readFromTheBeginning(Collection<TopicPartition> partitions) {
    consumer.seekToBeginning(partitions);
    reading.putAll(consumer.endOffsets(partitions));
    partitions.forEach(partition -> begun.put(partition, System.nanoTime()));
  }

  private Answer answer(Owed owed) {
    try {
      return caller.call(owed);
    } catch (RuntimeException e) {
      LOG.error("job {}: a call failed through our own fault", owed.callback().getJobId(), e);
      return new Answer.Unreachable("the call failed (%s)".formatted(e.getClass().getSimpleName()));
    }
  }

  private void writeEnded() {
    for (Ended one = ended.poll(); one != null; one = ended.poll()) {
      queue.ended(one.owed());
      write(one.owed(), one.answer());
    }
  }

  private void write(Owed owed, Answer answer) {
    Callback callback = owed.callback();
    long now = System.currentTimeMillis();
    NextStep step =
        policy.after(
            answer,
            callback.getAttempts(),
            now,
            callback.getGiveUpAt().toEpochMilli(),
            ThreadLocalRandom.current().nextDouble());
    if (step instanceof NextStep.Settle) {
      LOG.info(
          "job {}: its webhook was taken after {} failures",
          callback.getJobId(),
          callback.getAttempts());
      send(owed.key(), owed.position(), null);
    } else if (!debts.holds(owed.position().partition())) {
      LOG.debug("job {}: another instance goes on with its webhook", callback.getJobId());
    } else if (step instanceof NextStep.Retry retry) {
      LOG.info(
          "job {}: its webhook is tried again at {}: {}",
          callback.getJobId(),
          Instant.ofEpochMilli(retry.at()),
          retry.reason());
      Callback next =
          Callback.newBuilder(callback)
              .setAttempts(callback.getAttempts() + 1)
              .setNextAt(Instant.ofEpochMilli(retry.at()))
              .build();
      send(owed.key(), owed.position(), writer.serialize(TOPIC, next));
    } else if (step instanceof NextStep.GiveUp end) {
      LOG.warn("job {}: its webhook is given up: {}", callback.getJobId(), end.reason());
      putAside(
          new Debts.Unreadable(
              owed.key(),
              writer.serialize(TOPIC, callback),
              owed.position(),
              new LipstreamException(ErrorCode.CALLBACK_FAILED, end.reason())));
    }
  }

  /** First to the dead letters and then off the log: twice rather than never. */
  private void putAside(Debts.Unreadable letter) {
    Headers headers =
        DeadLetterHeaders.of(
            new RecordHeaders(),
            letter.reason(),
            TOPIC,
            letter.position().partition(),
            letter.position().offset());
    Future<RecordMetadata> unused =
        producer.send(
            new ProducerRecord<>(
                Topic.DEAD_LETTERS.topicName(),
                null,
                letter.key().getBytes(UTF_8),
                letter.value(),
                headers),
            (metadata, failure) -> {
              refused.compareAndSet(null, failure);
              if (failure == null) {
                putAside.add(letter);
              }
            });
  }

  /** Not on the producer's own thread, which a send may have to wait for. */
  private void settlePutAside() {
    for (var letter = putAside.poll(); letter != null; letter = putAside.poll()) {
      send(letter.key(), letter.position(), null);
    }
  }

  private void send(String key, Position position, byte[] value) {
    Future<RecordMetadata> unused =
        producer.send(
            new ProducerRecord<>(TOPIC, position.partition(), key.getBytes(UTF_8), value),
            (metadata, failure) -> refused.compareAndSet(null, failure));
  }

  /** Writes down what comes of the calls that are under way; the clients stay the caller's. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(longestCall.toMillis(), TimeUnit.MILLISECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    writeEnded();
    producer.flush();
    settlePutAside();
    producer.flush();
  }

  private record Ended(Owed owed, Answer answer) {}

  private final class Reassignment implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      readFromTheBeginning(partitions);
      partitions.forEach(partition -> debts.assign(partition.partition()));
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      partitions.forEach(
          partition -> {
            reading.remove(partition);
            notBefore.remove(partition);
            debts.revoke(partition.partition());
          });
    }
  }
}
