package io.lipstream.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.topic.Topic;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.SchemaFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReleasedSchemasTest {

  static Stream<Topic> topicsWithSchema() {
    return Arrays.stream(Topic.values()).filter(topic -> topic.valueSchema().isPresent());
  }

  @ParameterizedTest
  @MethodSource("topicsWithSchema")
  void currentSchemaIsTheNewestReleasedOne(Topic topic) {
    List<Schema> released = ReleasedSchemas.of(topic.valueSubject());
    Schema current = asReleased(topic);
    assertThat(released.isEmpty() ? "" : pretty(released.get(released.size() - 1)))
        .as(
            "the schema of %s has changed: add schemas/src/main/released/%s/v%d.avsc with%n%s",
            topic.topicName(), topic.valueSubject(), released.size() + 1, pretty(current))
        .isEqualTo(pretty(current));
  }

  @ParameterizedTest
  @MethodSource("topicsWithSchema")
  void everyReaderReadsEveryWriter(Topic topic) {
    List<Schema> released = ReleasedSchemas.of(topic.valueSubject());
    assertThat(released).isNotEmpty();
    Schema current = asReleased(topic);
    for (Schema version : released) {
      assertReads(current, version);
      assertReads(version, current);
    }
  }

  @ParameterizedTest
  @MethodSource("topicsWithSchema")
  void everyFieldIsDocumentedAndEveryEnumHasADefault(Topic topic) {
    Set<Schema> seen = new HashSet<>();
    Deque<Schema> rest = new ArrayDeque<>(List.of(asReleased(topic)));
    while (!rest.isEmpty()) {
      Schema schema = rest.pop();
      if (!seen.add(schema)) {
        continue;
      }
      switch (schema.getType()) {
        case RECORD -> {
          assertThat(schema.getDoc()).as(schema.getFullName()).isNotBlank();
          for (Schema.Field field : schema.getFields()) {
            String name = schema.getName() + "." + field.name();
            assertThat(field.doc()).as(name).endsWith(".");
            if (field.schema().getType() == Schema.Type.ENUM) {
              assertThat(field.hasDefaultValue()).as(name).isTrue();
            }
            rest.push(field.schema());
          }
        }
        case ENUM -> {
          assertThat(schema.getDoc()).as(schema.getFullName()).isNotBlank();
          assertThat(schema.getEnumDefault()).as(schema.getFullName()).isNotNull();
        }
        case UNION -> schema.getTypes().forEach(rest::push);
        case ARRAY -> rest.push(schema.getElementType());
        case MAP -> rest.push(schema.getValueType());
        default -> {}
      }
    }
  }

  @Test
  void findsNothingForASubjectThatWasNeverReleased() {
    assertThat(ReleasedSchemas.of("lipstream.nothing-value")).isEmpty();
  }

  @Test
  void carriesNoHintsForJava() {
    topicsWithSchema()
        .flatMap(topic -> ReleasedSchemas.of(topic.valueSubject()).stream())
        .forEach(schema -> assertThat(schema.toString()).doesNotContain("avro.java"));
  }

  @Test
  void theComparisonItselfCanFail() {
    Schema withRequired =
        new Schema.Parser()
            .parse(
                "{'type':'record','name':'R','fields':[{'name':'a','type':'int'}]}"
                    .replace('\'', '"'));
    Schema without =
        new Schema.Parser().parse("{'type':'record','name':'R','fields':[]}".replace('\'', '"'));
    assertThat(compatibility(withRequired, without))
        .isEqualTo(SchemaCompatibilityType.INCOMPATIBLE);
    assertThat(compatibility(without, withRequired)).isEqualTo(SchemaCompatibilityType.COMPATIBLE);
  }

  private static String pretty(Schema schema) {
    return SchemaFormatter.format("json/pretty", schema);
  }

  private static Schema asReleased(Topic topic) {
    return new Schema.Parser().parse(RegisteredText.of(topic.valueSchema().orElseThrow()));
  }

  private static void assertReads(Schema reader, Schema writer) {
    assertThat(
            SchemaCompatibility.checkReaderWriterCompatibility(reader, writer)
                .getResult()
                .getIncompatibilities())
        .as("reader %s", reader.getFullName())
        .isEmpty();
  }

  private static SchemaCompatibilityType compatibility(Schema reader, Schema writer) {
    return SchemaCompatibility.checkReaderWriterCompatibility(reader, writer).getType();
  }
}
