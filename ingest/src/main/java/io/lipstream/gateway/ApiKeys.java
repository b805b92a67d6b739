package io.lipstream.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.storage.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who a key belongs to. The file holds hashes only, two a tenant at most, so that a new key can go
 * live before the old one goes; it is read again when it has changed, and a change that cannot be
 * read leaves the keys as they were. A key is compared with every hash, each in constant time.
 * Thread-safe.
 */
final class ApiKeys {
  private static final Logger LOG = LoggerFactory.getLogger(ApiKeys.class);
  private static final int KEYS_A_TENANT = 2;
  private static final Pattern LINE = Pattern.compile("(\\S+)\\s+([0-9a-f]{64})");

  private final Path file;
  private FileTime read;
  private List<Entry> entries;

  private record Entry(String tenant, byte[] hash) {}

  /**
   * @throws LipstreamException CONFIGURATION_INVALID if the file is not one of keys
   */
  ApiKeys(Path file) {
    this.file = file;
    this.read = modified();
    this.entries = parse();
  }

  /** The tenant whose key this is. */
  Optional<String> tenantOf(String key) {
    byte[] hash = Digest.of(key.getBytes(UTF_8)).getBytes(UTF_8);
    String tenant = null;
    for (Entry entry : current()) {
      if (MessageDigest.isEqual(entry.hash(), hash)) {
        tenant = entry.tenant();
      }
    }
    return Optional.ofNullable(tenant);
  }

  private synchronized List<Entry> current() {
    try {
      FileTime modified = modified();
      if (!modified.equals(read)) {
        read = modified;
        entries = parse();
      }
    } catch (LipstreamException e) {
      LOG.error("the keys stay as they were: {}", e.getMessage());
    }
    return entries;
  }

  private FileTime modified() {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      throw invalid("a readable file", e);
    }
  }

  private List<Entry> parse() {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw invalid("a readable file", e);
    }
    List<Entry> all = new ArrayList<>();
    Map<String, Integer> count = new HashMap<>();
    for (int number = 1; number <= lines.size(); number++) {
      String line = lines.get(number - 1).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      var parts = LINE.matcher(line);
      if (!parts.matches()) {
        throw invalid("tenant and 64 hexadecimal digits in line " + number, null);
      }
      if (count.merge(parts.group(1), 1, Integer::sum) > KEYS_A_TENANT) {
        throw invalid("two keys of a tenant at most, line %d is one more".formatted(number), null);
      }
      byte[] hash = parts.group(2).getBytes(UTF_8);
      if (all.stream()
          .anyMatch(
              entry ->
                  !entry.tenant().equals(parts.group(1))
                      && MessageDigest.isEqual(entry.hash(), hash))) {
        throw invalid("each key for one tenant, line %d is another's".formatted(number), null);
      }
      all.add(new Entry(parts.group(1), hash));
    }
    return List.copyOf(all);
  }

  private LipstreamException invalid(String expected, Exception cause) {
    return new LipstreamException(
        ErrorCode.CONFIGURATION_INVALID,
        "configuration key 'http.api-keys-file' is '%s', expected %s".formatted(file, expected),
        cause);
  }
}
