package io.lipstream.webhook;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What each tenant's calls are signed with: its own secret of the file, else the common one. The
 * file is read again when it has changed; one that cannot be read any more leaves what was known.
 * Never printed. Thread-safe.
 */
final class Secrets {
  private static final Logger LOG = LoggerFactory.getLogger(Secrets.class);

  private final Optional<String> common;
  private final Optional<Path> file;
  private FileTime changed;
  private Properties byTenant = new Properties();

  /**
   * Reads the file, if there is one.
   *
   * @throws LipstreamException CONFIGURATION_INVALID if it cannot be read
   */
  Secrets(Optional<String> common, Optional<Path> file) {
    this.common = common;
    this.file = file;
    file.ifPresent(
        path -> {
          try {
            read(path);
          } catch (IOException | IllegalArgumentException e) {
            throw new LipstreamException(
                ErrorCode.CONFIGURATION_INVALID,
                "configuration key 'webhook.secrets-file' is '%s', expected a readable properties file"
                    .formatted(path),
                e);
          }
        });
  }

  synchronized Optional<String> of(String tenant) {
    file.ifPresent(this::readAgain);
    return Optional.ofNullable(byTenant.getProperty(tenant)).or(() -> common);
  }

  private void readAgain(Path path) {
    try {
      if (!Files.getLastModifiedTime(path).equals(changed)) {
        read(path);
      }
    } catch (IOException | IllegalArgumentException e) {
      LOG.warn("the secrets of webhooks at {} cannot be read; those read before are used", path);
    }
  }

  private void read(Path path) throws IOException {
    FileTime time = Files.getLastModifiedTime(path);
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(path)) {
      properties.load(reader);
    }
    byTenant = properties;
    changed = time;
  }

  @Override
  public String toString() {
    return "Secrets[…]";
  }
}
