package io.lipstream.local;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.lipstream.error.ErrorCode;
import io.lipstream.settings.Setting;
import io.lipstream.topic.Topic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.Schema;

/** The README's tables as the code has them. */
final class ReadmeTables {
  private ReadmeTables() {}

  /** Writes the tables between their marks. */
  static void write(Path readme) throws Exception {
    String text = Files.readString(readme);
    Map<String, String> tables =
        Map.of(
            "settings", settings(),
            "errors", errors(),
            "request", fields(Topic.REQUESTS),
            "completion", fields(Topic.COMPLETIONS));
    for (Map.Entry<String, String> table : tables.entrySet()) {
      String begin = "<!-- %s -->\n".formatted(table.getKey());
      String end = "<!-- /%s -->".formatted(table.getKey());
      text =
          text.substring(0, text.indexOf(begin) + begin.length())
              + table.getValue()
              + text.substring(text.indexOf(end));
    }
    Files.writeString(readme, text);
  }

  static String settings() throws ReflectiveOperationException {
    return "| key | default | unit | what |\n|---|---|---|---|\n"
        + declaredSettings().stream().map(ReadmeTables::row).collect(Collectors.joining());
  }

  static String errors() {
    return "| code | again? | what |\n|---|---|---|\n"
        + Arrays.stream(ErrorCode.values())
            .map(
                code ->
                    "| `%s` | %s | %s |\n"
                        .formatted(code, code.retryable() ? "yes" : "no", code.summary()))
            .collect(Collectors.joining());
  }

  static String fields(Topic topic) {
    StringBuilder table = new StringBuilder("| field | type | what |\n|---|---|---|\n");
    for (Schema.Field field : topic.valueSchema().orElseThrow().getFields()) {
      table.append(
          "| `%s` | %s | %s |\n".formatted(field.name(), type(field.schema()), field.doc()));
    }
    return table.toString();
  }

  private static String row(Setting setting) {
    return "| `%s` | %s | %s | %s |\n"
        .formatted(
            setting.key(),
            setting.defaultValue().isEmpty() ? "" : "`" + setting.defaultValue() + "`",
            setting.unit(),
            setting.description());
  }

  private static String type(Schema schema) {
    if (schema.isUnion()) {
      return schema.getTypes().stream()
              .filter(branch -> branch.getType() != Schema.Type.NULL)
              .map(ReadmeTables::type)
              .collect(Collectors.joining())
          + " or null";
    }
    return switch (schema.getType()) {
      case ENUM ->
          schema.getEnumSymbols().stream()
              .filter(symbol -> !symbol.equals("UNKNOWN"))
              .collect(Collectors.joining(", "));
      case ARRAY -> "list of " + type(schema.getElementType());
      case RECORD -> schema.getName();
      default -> schema.getName();
    };
  }

  /** Every SETTINGS list of every class of ours, found by looking, so that none is forgotten. */
  private static List<Setting> declaredSettings() throws ReflectiveOperationException {
    List<Setting> settings = new ArrayList<>();
    for (JavaClass type :
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.lipstream")) {
      if (type.getFields().stream().anyMatch(field -> field.getName().equals("SETTINGS"))) {
        var field = Class.forName(type.getName()).getDeclaredField("SETTINGS");
        field.setAccessible(true);
        ((List<?>) field.get(null)).forEach(setting -> settings.add((Setting) setting));
      }
    }
    settings.sort(Comparator.comparing(Setting::key));
    return settings.stream().distinct().toList();
  }
}
