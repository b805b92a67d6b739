package io.lipstream.gateway;

import io.javalin.http.HandlerType;
import java.util.List;
import java.util.Set;

/**
 * Every address of the gateway that is for clients. Handlers are bound by it and the OpenAPI
 * document is written from it, so that neither has what the other lacks.
 */
@SuppressWarnings("ImmutableEnumChecker") // the collections are unmodifiable
enum Route {
  GENERATE(
      HandlerType.POST,
      "/generate",
      "Send a request for a video, as JSON with addresses or as a form with files.",
      true,
      List.of("wait"),
      Set.of(200, 201, 202, 400, 409, 413, 415, 422, 429, 500, 502, 503, 504)),
  BATCH(
      HandlerType.POST,
      "/batches",
      "Send a request for every pair of a portrait and a voice.",
      true,
      List.of(),
      Set.of(202, 400, 409, 413, 415, 429, 503)),
  BATCH_STATUS(
      HandlerType.GET,
      "/batches/{id}",
      "What became of a batch.",
      true,
      List.of(),
      Set.of(200, 404, 503)),
  TASKS(
      HandlerType.GET,
      "/tasks",
      "Tasks in the order of their ids, a page at a time.",
      true,
      List.of("tenant", "state", "after", "limit"),
      Set.of(200, 400, 503)),
  TASK(
      HandlerType.GET,
      "/tasks/{id}",
      "What became of a task; with wait as soon as it has ended.",
      true,
      List.of("wait"),
      Set.of(200, 400, 404, 503)),
  TASK_EVENTS(
      HandlerType.GET,
      "/tasks/{id}/events",
      "What becomes of a task, as server-sent events until it has ended.",
      true,
      List.of(),
      Set.of(200, 404, 503)),
  TASK_END(
      HandlerType.DELETE,
      "/tasks/{id}",
      "Cancel a task; with purge also remove everything that is stored of it.",
      true,
      List.of("purge"),
      Set.of(200, 202, 400, 404, 503)),
  PRESETS(HandlerType.GET, "/presets", "Presets by name.", false, List.of(), Set.of(200)),
  ERRORS(
      HandlerType.GET,
      "/errors",
      "Every error code, and whether the same call can succeed later.",
      false,
      List.of(),
      Set.of(200)),
  LIMITS(
      HandlerType.GET,
      "/limits",
      "What a call may carry, and the quota of who shows a key.",
      false,
      List.of(),
      Set.of(200, 401)),
  HEALTH(
      HandlerType.GET,
      "/healthz",
      "Whether this instance lives.",
      false,
      List.of(),
      Set.of(200, 503)),
  READINESS(
      HandlerType.GET,
      "/readyz",
      "Whether this instance takes calls.",
      false,
      List.of(),
      Set.of(200, 503)),
  METRICS(
      HandlerType.GET, "/metrics", "Measurements for Prometheus.", false, List.of(), Set.of(200)),
  OPEN_API(HandlerType.GET, "/openapi.json", "This document.", false, List.of(), Set.of(200));

  private final HandlerType method;
  private final String path;
  private final String summary;
  private final boolean keyed;
  private final List<String> queries;
  private final Set<Integer> statuses;

  Route(
      HandlerType method,
      String path,
      String summary,
      boolean keyed,
      List<String> queries,
      Set<Integer> statuses) {
    this.method = method;
    this.path = path;
    this.summary = summary;
    this.keyed = keyed;
    this.queries = queries;
    this.statuses = statuses;
  }

  HandlerType method() {
    return method;
  }

  String path() {
    return path;
  }

  String summary() {
    return summary;
  }

  /** Whether a key is asked for, where any are. */
  boolean keyed() {
    return keyed;
  }

  /** Names of the parameters that may follow the path. */
  List<String> queries() {
    return queries;
  }

  /** Statuses that it answers with, beside 401 where a key is asked for and 403 where none is. */
  Set<Integer> statuses() {
    return statuses;
  }
}
