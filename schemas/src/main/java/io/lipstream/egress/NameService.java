package io.lipstream.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Finds the addresses of a host. */
@FunctionalInterface
public interface NameService {
  InetAddress[] lookUp(String host) throws UnknownHostException;
}
