package io.lipstream.cloudevent;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.lipstream.event.Completion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Collection;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/**
 * A completion as JSON, for consumers without a registry: every field of the schema under its name
 * there, what is not set as null, enumerations by their names, instants as milliseconds since 1970
 * UTC. The same event always gives the same bytes, so that a signature can be repeated. Pure and
 * thread-safe.
 */
public final class CompletionJson {
  public static final String MEDIA_TYPE = "application/json";

  private static final JsonFactory FACTORY = new JsonFactory();

  private CompletionJson() {}

  /** UTF-8, one line. */
  public static byte[] of(Completion completion) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
      write(json, completion);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return bytes.toByteArray();
  }

  private static void write(JsonGenerator json, Object value) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof IndexedRecord record) {
      json.writeStartObject();
      for (Schema.Field field : record.getSchema().getFields()) {
        json.writeFieldName(field.name());
        write(json, record.get(field.pos()));
      }
      json.writeEndObject();
    } else if (value instanceof Collection<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        write(json, element);
      }
      json.writeEndArray();
    } else if (value instanceof Instant instant) {
      json.writeNumber(instant.toEpochMilli());
    } else if (value instanceof Integer || value instanceof Long) {
      json.writeNumber(((Number) value).longValue());
    } else if (value instanceof Number number) {
      json.writeNumber(number.doubleValue());
    } else if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (value instanceof CharSequence || value instanceof Enum<?>) {
      json.writeString(value.toString());
    } else {
      throw new IllegalStateException("no JSON for " + value.getClass());
    }
  }
}
