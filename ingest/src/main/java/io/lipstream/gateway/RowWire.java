package io.lipstream.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lipstream.ledger.JobRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rows as instances send them to each other: Avro's single-object encoding, in JSON. Pure. */
final class RowWire {
  private RowWire() {}

  static ObjectNode write(TaskPage page) {
    ObjectNode node = Json.object();
    page.partitions().forEach(node.putArray("partitions")::add);
    rows(node.putArray("rows"), page.rows());
    page.next().ifPresent(next -> node.put("next", next));
    return node;
  }

  private static void rows(ArrayNode array, List<JobRow> rows) {
    rows.forEach(
        row -> {
          try {
            ByteBuffer buffer = row.toByteBuffer();
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            array.add(bytes);
          } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
          }
        });
  }

  /**
   * A page that another instance has sent.
   *
   * @throws IOException if it cannot be read, as when that instance is of a later version
   */
  static TaskPage read(byte[] answer) throws IOException {
    JsonNode node = Json.read(answer);
    Set<Integer> partitions = new HashSet<>();
    node.path("partitions").forEach(partition -> partitions.add(partition.intValue()));
    List<JobRow> rows = new ArrayList<>();
    for (JsonNode row : node.path("rows")) {
      rows.add(JobRow.fromByteBuffer(ByteBuffer.wrap(row.binaryValue())));
    }
    return new TaskPage(partitions, rows, Optional.ofNullable(node.path("next").textValue()));
  }
}
