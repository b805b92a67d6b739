package io.lipstream.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.JobError;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files of one form, gone from this machine when closed. One thread. */
final class ReceivedFiles implements AutoCloseable {
  private final Map<String, Uploads.Received> files = new LinkedHashMap<>();

  private ReceivedFiles() {}

  /**
   * @throws Refusal with every file that is not what it should be
   */
  static ReceivedFiles of(Map<String, Part> parts, Uploads uploads, String tenant, String jobId)
      throws IOException {
    ReceivedFiles received = new ReceivedFiles();
    List<JobError> faults = new ArrayList<>();
    try {
      for (Map.Entry<String, Part> part : parts.entrySet()) {
        try {
          received.files.put(
              part.getKey(), uploads.receive(part.getValue(), part.getKey(), tenant, jobId));
        } catch (LipstreamException e) {
          faults.add(Refusal.error(e.code(), e.getMessage()));
        }
      }
      if (!faults.isEmpty()) {
        throw Refusal.of(faults);
      }
      return received;
    } catch (IOException | RuntimeException e) {
      received.close();
      throw e;
    }
  }

  /** Where the files will stand, by the field that names them. */
  Map<String, JsonNode> addresses() {
    Map<String, JsonNode> addresses = new LinkedHashMap<>();
    files.forEach(
        (name, file) -> addresses.put(name + "_uri", TextNode.valueOf(file.address().uri())));
    return addresses;
  }

  void store(Uploads uploads) {
    files.values().forEach(uploads::store);
  }

  @Override
  public void close() throws IOException {
    for (Uploads.Received file : files.values()) {
      file.close();
    }
  }
}
