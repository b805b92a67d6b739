package io.lipstream.ingest;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.registry.EventDeserializer;
import org.apache.avro.specific.SpecificRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads events, and waits for a registry that does not answer instead of taking its outage for a
 * bad record: it asks again for some seconds, then fails, so that the transaction is given up and
 * the record comes again. For one stream thread.
 */
final class PatientReader<T extends SpecificRecord> {
  private static final Logger LOG = LoggerFactory.getLogger(PatientReader.class);
  private static final int TRIES = 5;
  private static final long FIRST_PAUSE_MS = 200;

  private final EventDeserializer<T> deserializer;

  PatientReader(String registryUrl, Class<T> eventClass) {
    this.deserializer = new EventDeserializer<>(registryUrl, eventClass);
  }

  /**
   * The event.
   *
   * @throws LipstreamException UNREADABLE_RECORD, also for no value; REGISTRY_UNAVAILABLE
   */
  T read(String topic, byte[] value) {
    for (int tried = 1; ; tried++) {
      try {
        T event = deserializer.deserialize(topic, value);
        if (event == null) {
          throw new LipstreamException(
              ErrorCode.UNREADABLE_RECORD, "a record of %s has no value".formatted(topic));
        }
        return event;
      } catch (LipstreamException e) {
        if (e.code() != ErrorCode.REGISTRY_UNAVAILABLE || tried == TRIES) {
          throw e;
        }
        LOG.warn("{}; asking again ({} of {})", e.getMessage(), tried, TRIES);
        pause(FIRST_PAUSE_MS << tried);
      }
    }
  }

  private static void pause(long milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LipstreamException(
          ErrorCode.REGISTRY_UNAVAILABLE, "interrupted while waiting for the registry", e);
    }
  }
}
