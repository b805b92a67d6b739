package io.lipstream.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lipstream.admission.RequestIdentity;
import io.lipstream.storage.Digest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A batch is its id: who sent it, under which key, and how many portraits and voices it has. The
 * jobs of it follow from these, so that nothing of a batch needs to be kept and any instance knows
 * it. The last eight digits check the others. Pure.
 *
 * @param key chosen by the client, up to {@link #LONGEST_KEY} characters
 */
record BatchId(String tenant, String key, int portraits, int voices) {
  /** Leaves room for a member's place within the length of a request id. */
  static final int LONGEST_KEY = 100;

  static final int MOST_JOBS = 1000;
  private static final int CHECK_DIGITS = 8;

  int size() {
    return portraits * voices;
  }

  /** Request ids of the members, by portrait and then by voice. */
  List<String> requestIds() {
    return IntStream.range(0, size()).mapToObj(this::requestId).toList();
  }

  /** Job ids of the members, in the same order. */
  List<String> jobIds() {
    return requestIds().stream().map(id -> RequestIdentity.jobId(tenant, id)).toList();
  }

  /** Request id of one member. */
  String requestId(int index) {
    return "%s/%d-%d".formatted(key, index / voices, index % voices);
  }

  String text() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeShort(portraits);
      out.writeShort(voices);
      out.writeUTF(tenant);
      out.writeUTF(key);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    String name = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
    return name + check(name);
  }

  /** The batch that a text is the id of. */
  static Optional<BatchId> parse(String text) {
    int end = text.length() - CHECK_DIGITS;
    if (end < 1 || !check(text.substring(0, end)).equals(text.substring(end))) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text.substring(0, end));
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      int portraits = in.readUnsignedShort();
      int voices = in.readUnsignedShort();
      BatchId id = new BatchId(in.readUTF(), in.readUTF(), portraits, voices);
      return id.size() >= 1 && id.size() <= MOST_JOBS ? Optional.of(id) : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String check(String name) {
    return Digest.of(("batch " + name).getBytes(UTF_8)).substring(0, CHECK_DIGITS);
  }
}
