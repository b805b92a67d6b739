package io.lipstream.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.JobError;
import io.lipstream.event.JobState;
import io.lipstream.ledger.JobRow;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of one form: on the shelf before their request is sent, off it again if that is
 * refused, gone from this machine when closed. Calls with the same request share the places of
 * their files, so that a refused one takes away only what it has put there and the job does not
 * name, and one that is accepted puts back what another may have taken. For one thread at a time.
 */
final class ReceivedFiles implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReceivedFiles.class);

  private final Map<String, Uploads.Received> files = new LinkedHashMap<>();
  private final Map<String, JobError> faults = new LinkedHashMap<>();

  private final List<Uploads.Received> put = new ArrayList<>();
  private final Uploads uploads;

  private ReceivedFiles(Uploads uploads) {
    this.uploads = uploads;
  }

  /** Those of a call without any. */
  static ReceivedFiles none() {
    return new ReceivedFiles(null);
  }

  /** Takes the files; what is not as it should be is a fault. */
  static ReceivedFiles of(Map<String, Part> parts, Uploads uploads, String tenant, String jobId)
      throws IOException {
    ReceivedFiles received = new ReceivedFiles(uploads);
    try {
      for (Map.Entry<String, Part> part : parts.entrySet()) {
        try {
          received.files.put(
              part.getKey(), uploads.receive(part.getValue(), part.getKey(), tenant, jobId));
        } catch (LipstreamException e) {
          received.faults.put(part.getKey(), e.code().jobError(e.getMessage()));
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

  boolean isEmpty() {
    return files.isEmpty();
  }

  /** Puts the files on the shelf, all or none. */
  void store() {
    try {
      for (Uploads.Received file : files.values()) {
        if (uploads.store(file)) {
          put.add(file);
        }
      }
    } catch (RuntimeException e) {
      remove(List.of());
      throw e;
    }
  }

  /** Says that the request became a job. */
  void accepted() {
    for (Uploads.Received file : files.values()) {
      if (!put.contains(file)) {
        uploads.restore(file);
      }
    }
  }

  /**
   * Says that the request became none.
   *
   * @param row of the job that has its id
   */
  void refused(JobRow row) {
    boolean job = !TaskState.isPassing(row) && !row.getState().equals(JobState.REJECTED.name());
    remove(job ? row.getAssets() : List.of());
  }

  /** What cannot be removed now is left to the bucket's lifecycle. */
  private void remove(List<String> wanted) {
    for (Uploads.Received file : put) {
      if (!wanted.contains(file.address().uri())) {
        try {
          uploads.remove(file);
        } catch (LipstreamException e) {
          LOG.warn("{} of a refused call stays: {}", file.address(), e.getMessage());
        }
      }
    }
    put.clear();
  }

  @Override
  public void close() {
    for (Uploads.Received file : files.values()) {
      try {
        file.close();
      } catch (IOException e) {
        LOG.warn("the copy of {} stays on this machine", file.address(), e);
      }
    }
  }
}
