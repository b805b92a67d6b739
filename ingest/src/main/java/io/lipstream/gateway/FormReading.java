package io.lipstream.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.javalin.http.Context;
import io.lipstream.error.ErrorCode;
import io.lipstream.event.JobError;
import io.lipstream.field.ShownText;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads a multipart form: files go to disk as they come in, fields are short. The server drops the
 * files when the call ends. Thread-safe.
 */
final class FormReading {
  /** Files that a form may have. */
  static final Set<String> FILES = Set.of("image", "audio");

  private static final String CONFIGURATION = "org.eclipse.jetty.multipartConfig";
  private static final int IN_MEMORY = 64 * 1024;
  private static final long BESIDE_FILES = 1 << 20;

  private final MultipartConfigElement limits;
  private final long mostBytes;

  FormReading(long fileBytes) {
    mostBytes = FILES.size() * fileBytes + BESIDE_FILES;
    limits =
        new MultipartConfigElement(
            System.getProperty("java.io.tmpdir"), fileBytes, mostBytes, IN_MEMORY);
  }

  /**
   * What a form holds.
   *
   * @param faults of its parts, each
   */
  record Form(Map<String, JsonNode> values, Map<String, Part> files, List<JobError> faults) {}

  /**
   * @throws Refusal BODY_TOO_LARGE; INVALID_PARAMETER for what is no form
   */
  Form read(Context context) {
    if (context.req().getContentLengthLong() > mostBytes) {
      throw tooLarge();
    }
    Map<String, JsonNode> values = new LinkedHashMap<>();
    Map<String, Part> files = new LinkedHashMap<>();
    List<JobError> faults = new ArrayList<>();
    Set<String> texted = new TreeSet<>();
    long texts = 0;
    try {
      for (Part part : parts(context)) {
        texts += part.getSubmittedFileName() == null ? part.getSize() : 0;
        if (texts > BESIDE_FILES) {
          throw tooLarge();
        }
        if (part.getSubmittedFileName() != null) {
          if (!FILES.contains(part.getName())) {
            faults.add(
                ErrorCode.UNKNOWN_PARAMETER.jobError(
                    "there is no file '%s', expected image and audio"
                        .formatted(ShownText.of(part.getName()))));
          } else if (files.put(part.getName(), part) != null) {
            faults.add(twice(part));
          }
        } else if (FILES.contains(part.getName())) {
          texted.add(part.getName());
        } else if (values.put(part.getName(), text(part)) != null) {
          faults.add(twice(part));
        }
      }
    } catch (IOException | ServletException e) {
      throw Refusal.of(
          ErrorCode.INVALID_PARAMETER,
          "the body is no multipart form: " + ShownText.of(String.valueOf(e.getMessage())));
    }
    texted.forEach(name -> faults.add(noText(name, values, files)));
    files.keySet().forEach(name -> checkAlone(name, values, faults));
    return new Form(values, files, faults);
  }

  private static JobError noText(
      String name, Map<String, JsonNode> values, Map<String, Part> files) {
    if (!files.containsKey(name) && !values.containsKey(name + "_url")) {
      values.putIfAbsent(name + "_uri", TextNode.valueOf(RequestReading.MISSING));
    }
    return ErrorCode.INVALID_PARAMETER.jobError(
        "%s is a text, expected a file (curl -F %s=@FILE); an address is given as %s_url"
            .formatted(name, name, name));
  }

  private static void checkAlone(String file, Map<String, JsonNode> values, List<JobError> faults) {
    for (String address : List.of(file + "_uri", file + "_url")) {
      if (values.remove(address) != null) {
        faults.add(
            ErrorCode.INVALID_PARAMETER.jobError(
                "%s is given beside the file %s, expected one of them".formatted(address, file)));
      }
    }
  }

  private Collection<Part> parts(Context context) throws IOException, ServletException {
    context.req().setAttribute(CONFIGURATION, limits);
    try {
      return context.req().getParts();
    } catch (IllegalStateException e) {
      throw tooLarge();
    }
  }

  private Refusal tooLarge() {
    return Refusal.of(
        ErrorCode.BODY_TOO_LARGE,
        "the form is too large, expected files of up to %d bytes and texts of up to %d in all"
            .formatted(limits.getMaxFileSize(), BESIDE_FILES));
  }

  private static JobError twice(Part part) {
    return ErrorCode.INVALID_PARAMETER.jobError(
        "%s is given twice".formatted(ShownText.of(part.getName())));
  }

  private static JsonNode text(Part part) throws IOException {
    try (InputStream in = part.getInputStream()) {
      return TextNode.valueOf(new String(in.readAllBytes(), UTF_8));
    }
  }
}
