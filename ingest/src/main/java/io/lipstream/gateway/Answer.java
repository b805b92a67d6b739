package io.lipstream.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Writes answers. */
final class Answer {
  private Answer() {}

  static void json(Context context, int status, JsonNode body) {
    context.status(status).contentType("application/json").result(Json.bytes(body));
  }

  static void problem(Context context, Refusal refusal, int status) {
    refusal
        .retryAfter()
        .ifPresent(
            wait ->
                context.header(
                    "Retry-After", Long.toString(ProblemDocument.seconds(wait.toMillis()))));
    context
        .status(status)
        .contentType(ProblemDocument.MEDIA_TYPE)
        .result(Json.bytes(ProblemDocument.of(refusal, status, context.path())));
  }

  /** Answers when the future ends, and holds no thread until then. */
  static <T> void later(
      Context context, Supplier<CompletableFuture<T>> future, Consumer<T> whenDone) {
    context.future(() -> future.get().thenAccept(whenDone));
  }
}
