package io.lipstream.registry;

import io.lipstream.event.Completion;
import io.lipstream.event.Job;
import io.lipstream.topic.Topic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.avro.message.BinaryMessageDecoder;

/**
 * Reads events that are kept inside other records, in Avro's single-object encoding, which names
 * the schema that wrote them; those of every release are known here. What is read stays as it is.
 * Thread-safe.
 */
public final class StoredEvents {
  static {
    teach(Job.getDecoder(), Topic.JOBS_BULK);
    teach(Completion.getDecoder(), Topic.COMPLETIONS);
  }

  private StoredEvents() {}

  private static void teach(BinaryMessageDecoder<?> decoder, Topic topic) {
    ReleasedSchemas.of(topic.valueSubject()).forEach(decoder::addSchema);
  }

  /**
   * @throws RuntimeException if it is no job
   */
  public static Job job(ByteBuffer bytes) {
    return read(Job.getDecoder(), bytes);
  }

  /**
   * @throws RuntimeException if it is no completion
   */
  public static Completion completion(ByteBuffer bytes) {
    return read(Completion.getDecoder(), bytes);
  }

  private static <T> T read(BinaryMessageDecoder<T> decoder, ByteBuffer bytes) {
    try {
      return decoder.decode(bytes.duplicate());
    } catch (IOException e) {
      throw new UncheckedIOException("reading a stored event", e);
    }
  }
}
