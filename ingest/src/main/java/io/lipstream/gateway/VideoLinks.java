package io.lipstream.gateway;

import io.lipstream.storage.ObjectAddress;
import java.time.Duration;

/** Makes links by which anybody may read an object for a while. Thread-safe. */
@FunctionalInterface
interface VideoLinks {
  String reading(ObjectAddress address, Duration lifetime);
}
