package io.lipstream.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.JobError;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files of one form, gone from this machine when closed. One thread. */
final class ReceivedFiles implements AutoCloseable {
  private final Map<String, Uploads.Received> files = new LinkedHashMap<>();
  private final Map<String, JobError> faults = new LinkedHashMap<>();

  private ReceivedFiles() {}

  /** Takes the files; what is not as it should be is a fault. */
  static ReceivedFiles of(Map<String, Part> parts, Uploads uploads, String tenant, String jobId)
      throws IOException {
    ReceivedFiles received = new ReceivedFiles();
    try {
      for (Map.Entry<String, Part> part : parts.entrySet()) {
        try {
          received.files.put(
              part.getKey(), uploads.receive(part.getValue(), part.getKey(), tenant, jobId));
        } catch (LipstreamException e) {
          received.faults.put(part.getKey(), Refusal.error(e.code(), e.getMessage()));
        }
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
    faults
        .keySet()
        .forEach(name -> addresses.put(name + "_uri", TextNode.valueOf(RequestReading.MISSING)));
    return addresses;
  }

  List<JobError> faults() {
    return List.copyOf(faults.values());
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
