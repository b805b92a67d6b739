package io.lipstream.fetch;

import static io.lipstream.error.ErrorCode.ASSET_FORBIDDEN;
import static io.lipstream.error.ErrorCode.ASSET_UNAVAILABLE;

import io.lipstream.egress.NameService;
import io.lipstream.egress.PublicAddress;
import io.lipstream.error.LipstreamException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Decides to which network addresses a connection may go: to those that {@link PublicAddress}
 * takes, and to any of a host that the operator named. A host is resolved once; whoever connects
 * uses the addresses given here and never the name, so that a second answer of the name service
 * cannot lead elsewhere. Thread-safe.
 */
final class AddressPolicy {
  private final List<String> privateHosts;
  private final NameService names;

  AddressPolicy(List<String> privateHosts, NameService names) {
    this.privateHosts = List.copyOf(privateHosts);
    this.names = names;
  }

  /**
   * The addresses to try, in order, at least one.
   *
   * @throws LipstreamException ASSET_FORBIDDEN if the host has none that is allowed
   */
  List<InetAddress> addresses(RemoteAddress address, Transfer transfer, Watchdog watchdog) {
    InetAddress[] found = lookUp(address, transfer, watchdog);
    if (address.host().in(privateHosts)) {
      return List.of(found);
    }
    List<InetAddress> allowed = Arrays.stream(found).filter(PublicAddress::is).toList();
    if (allowed.isEmpty()) {
      throw new LipstreamException(
          ASSET_FORBIDDEN, "%s leads to an address that is not public".formatted(address.shown()));
    }
    return allowed;
  }

  private InetAddress[] lookUp(RemoteAddress address, Transfer transfer, Watchdog watchdog) {
    try {
      return watchdog.await(
          () -> names.lookUp(address.host().address()), transfer.deadline(), tooLate -> {});
    } catch (TimeoutException e) {
      throw transfer.timeout(address.shown());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownHostException) {
        throw new LipstreamException(
            ASSET_UNAVAILABLE, "the host of %s is not known".formatted(address.shown()));
      }
      throw LipstreamException.of(e);
    }
  }
}
