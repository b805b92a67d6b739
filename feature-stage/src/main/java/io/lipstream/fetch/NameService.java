package io.lipstream.fetch;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Finds the addresses of a host. */
@FunctionalInterface
interface NameService {
  InetAddress[] lookUp(String host) throws UnknownHostException;
}
