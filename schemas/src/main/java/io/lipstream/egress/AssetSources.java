package io.lipstream.egress;

import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import io.lipstream.storage.ObjectAddress;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Where assets may come from, as far as their addresses say without anybody being asked: buckets
 * and folders that are named, and hosts that are no private address themselves or are named. What a
 * host's name resolves to is for who fetches. Pure.
 *
 * @param prefixes "bucket" or "bucket/folder" that objects may lie under
 * @param privateHosts "host" or "host:port", as in the URL, that may have private addresses
 */
public record AssetSources(List<String> prefixes, List<String> privateHosts) {
  /** Shared by who admits and who fetches. */
  public static final List<Setting> SETTINGS =
      List.of(
          new Setting(
              "fetch.s3-allowed",
              "",
              "list of bucket or bucket/folder",
              "Where s3:// assets may lie; nowhere by default. Ingest refuses others at the door if it is told too."),
          new Setting(
              "fetch.private-hosts",
              "",
              "list of host or host:port",
              "Hosts, as in the URL, that may have private addresses; all others must be public. For ingest and"
                  + " workers alike."));

  public AssetSources {
    prefixes = List.copyOf(prefixes);
    privateHosts = List.copyOf(privateHosts);
  }

  /** Reads the keys of {@link #SETTINGS}. */
  public static AssetSources from(Settings settings) {
    return new AssetSources(
        settings.list("fetch.s3-allowed"), settings.list("fetch.private-hosts"));
  }

  /** Whether the object lies under one of the prefixes, and says no other folder by dots. */
  public boolean allows(ObjectAddress address) {
    boolean climbs =
        Arrays.stream(address.key().split("/", -1))
            .anyMatch(part -> part.equals(".") || part.equals(".."));
    String path = address.bucket() + "/" + address.key();
    return !climbs
        && prefixes.stream()
            .map(prefix -> prefix.endsWith("/") ? prefix : prefix + "/")
            .anyMatch(path::startsWith);
  }

  /** Whether the host may be asked, unless its name resolves to a private address. */
  public boolean allows(WebHost host) {
    Optional<InetAddress> literal = LiteralAddress.of(host.name());
    return literal.map(PublicAddress::is).orElse(true) || host.in(privateHosts);
  }
}
