package io.lipstream.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.lipstream.admission.Admission;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP server: binds each {@link Route} to what answers it. Start and close from one thread.
 */
final class Server implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Server.class);

  /** Those whose handlers find more faults, and say them with those found before. */
  private static final Set<Route> COLLECTING =
      Set.of(Route.GENERATE, Route.BATCH, Route.TASKS, Route.TASK, Route.TASK_END);

  private static final int WATCHERS = 4;
  private static final Duration UNTIL_KNOWN = Duration.ofSeconds(30);
  private static final int SHELF_CALLS = 4;
  private static final Duration BEYOND_WAIT = Duration.ofSeconds(30);

  private final GatewaySettings settings;
  private final Optional<ApiKeys> keys;
  private final Backing backing;
  private final CallCounts counts = new CallCounts();
  private final ExecutorService watchers = threads("watch", WATCHERS);
  private final ExecutorService streams = threads("events", StreamPlaces.MOST);
  private final ExecutorService shelf = threads("shelf", SHELF_CALLS);
  private final Javalin javalin;

  private Server(GatewaySettings settings, Terms terms, Backing backing) {
    this.settings = settings;
    this.keys = settings.apiKeys().map(ApiKeys::new);
    this.backing = backing;
    this.javalin = Javalin.create(this::configure);
    bind(terms);
  }

  /**
   * A server that listens when this returns.
   *
   * @throws LipstreamException CONFIGURATION_INVALID if the port is taken
   */
  static Server start(GatewaySettings settings, Terms terms, Backing backing) {
    Server server = new Server(settings, terms, backing);
    try {
      server.javalin.start(settings.host(), settings.port());
      return server;
    } catch (RuntimeException e) {
      server.close();
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "the gateway cannot listen on %s:%d: %s"
              .formatted(settings.host(), settings.port(), e.getMessage()),
          e);
    }
  }

  int port() {
    return javalin.port();
  }

  private void configure(JavalinConfig config) {
    config.showJavalinBanner = false;
    config.startupWatcherEnabled = false;
    config.http.maxRequestSize = settings.jsonBytes();
    config.http.asyncTimeout = settings.longestWait().plus(BEYOND_WAIT).toMillis();
    config.http.prefer405over404 = true;
    config.http.disableCompression();
    config.pvt.javaLangErrorHandler(ServerErrors::failed);
    config.jetty.modifyServer(server -> server.setErrorHandler(new ServerErrors()));
    config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
    config.requestLogger.http(
        (context, milliseconds) ->
            counts.note(
                context.method().name(),
                Optional.ofNullable(context.<String>attribute("route")).orElse("none"),
                context.statusCode(),
                milliseconds / 1000));
  }

  private void bind(Terms terms) {
    Clock clock = Clock.systemUTC();
    RequestReading reading = new RequestReading(new Admission(terms.admission()));
    TaskDirectory directory = backing.directory();
    RowWatch watch = new RowWatch(directory, backing.news(), watchers);
    TaskDocument documents = new TaskDocument(backing.links(), settings.linkLifetime(), clock);
    GenerateHandler generate =
        new GenerateHandler(
            settings,
            reading,
            new Uploads(backing.store(), settings.uploadBucket()),
            new Submission(directory, watch, backing.outbox(), terms.idempotence(), clock, shelf),
            documents,
            clock);
    BatchHandlers batches =
        new BatchHandlers(
            reading,
            terms.quota(),
            directory,
            new BatchSubmission(directory, backing.outbox(), terms.idempotence(), clock),
            documents,
            clock);
    TaskHandlers tasks =
        new TaskHandlers(settings, directory, watch, backing.outbox(), documents, clock);
    EventStream events = new EventStream(directory, documents, streams, UNTIL_KNOWN);
    ObjectNode openApi = OpenApi.document(settings.asyncStatus());

    Map<Route, BiConsumer<Context, Caller>> handlers = new EnumMap<>(Route.class);
    handlers.put(Route.GENERATE, generate::handle);
    handlers.put(Route.BATCH, batches::send);
    handlers.put(Route.BATCH_STATUS, batches::find);
    handlers.put(Route.TASKS, tasks::list);
    handlers.put(Route.TASK, tasks::find);
    handlers.put(Route.TASK_EVENTS, events::handle);
    handlers.put(Route.TASK_END, tasks::end);
    handlers.put(Route.PRESETS, always(Catalogue.presets(terms.admission())));
    handlers.put(Route.ERRORS, always(Catalogue.errors()));
    handlers.put(
        Route.LIMITS,
        (context, caller) ->
            Answer.json(
                context, 200, Catalogue.limits(settings, terms, Caller.known(context, keys))));
    handlers.put(Route.HEALTH, (context, caller) -> state(context, backing.alive().getAsBoolean()));
    handlers.put(
        Route.READINESS, (context, caller) -> state(context, backing.ready().getAsBoolean()));
    handlers.put(Route.METRICS, (context, caller) -> metrics(context));
    handlers.put(Route.OPEN_API, always(openApi));
    for (Route route : Route.values()) {
      BiConsumer<Context, Caller> handler = handlers.get(route);
      javalin.addHttpHandler(
          route.method(), route.path(), context -> answer(context, route, handler));
    }
    if (keys.isEmpty()) {
      javalin.before(new OwnOrigin(settings.host(), settings.advertised())::check);
    }
    bindInternal();
    bindFailures();
  }

  private void answer(Context context, Route route, BiConsumer<Context, Caller> handler) {
    context.attribute("route", route.path());
    Caller caller = route.keyed() ? Caller.of(context, keys) : new Caller(Optional.empty());
    Query.check(context, route.queries());
    if (!COLLECTING.contains(route)) {
      Violations.of(context).check();
    }
    handler.accept(context, caller);
  }

  private void bindInternal() {
    javalin.post(
        RemoteRows.ROWS_PATH,
        context -> {
          Caller.checkInstance(context, settings.internalSecret());
          List<String> jobIds = context.body().lines().toList();
          page(context, backing.held().held(jobIds, Query.flag(context, "copies")));
        });
    javalin.get(
        RemoteRows.TASKS_PATH,
        context -> {
          Caller.checkInstance(context, settings.internalSecret());
          page(
              context,
              backing
                  .held()
                  .held(
                      new TaskQuery(
                          Query.text(context, "tenant"),
                          Query.text(context, "state"),
                          Query.text(context, "after").orElse(""),
                          Query.whole(context, "limit", 1, 1, TaskQuery.MOST))));
        });
  }

  private static void page(Context context, TaskPage page) {
    Answer.json(context, 200, RowWire.write(page));
  }

  private void bindFailures() {
    javalin.exception(
        HttpResponseException.class,
        (failure, context) -> {
          Optional.ofNullable(failure.getDetails().get("availableMethods"))
              .ifPresent(methods -> context.header("Allow", methods));
          Answer.problem(
              context,
              Failures.refusal(
                  failure, context.path(), context.method().name(), settings.jsonBytes()),
              failure.getStatus());
        });
    javalin.exception(
        Exception.class,
        (failure, context) -> {
          Refusal refusal =
              Failures.refusal(failure)
                  .orElseGet(
                      () -> {
                        LOG.error("{} {} failed", context.method(), context.path(), failure);
                        return Refusal.of(ErrorCode.INTERNAL, "the gateway failed");
                      });
          int status = ProblemDocument.status(refusal);
          if (status == 401) {
            context.header("WWW-Authenticate", "Bearer");
          }
          Answer.problem(context, refusal, status);
        });
  }

  private static BiConsumer<Context, Caller> always(ObjectNode body) {
    byte[] bytes = Json.bytes(body);
    return (context, caller) -> context.contentType("application/json").result(bytes);
  }

  private static void state(Context context, boolean good) {
    if (!good) {
      throw Refusal.unavailable("the topology of this instance does not run");
    }
    Answer.json(context, 200, Json.object().put("status", "up"));
  }

  private void metrics(Context context) {
    StringBuilder text = new StringBuilder(64 * 1024);
    counts.write(text);
    backing.measurements().accept(text);
    context.contentType("text/plain; version=0.0.4; charset=utf-8").result(text.toString());
  }

  private static ExecutorService threads(String name, int most) {
    AtomicInteger number = new AtomicInteger();
    return Executors.newFixedThreadPool(
        most,
        work -> {
          Thread thread =
              new Thread(work, "gateway-%s-%d".formatted(name, number.incrementAndGet()));
          thread.setDaemon(true);
          return thread;
        });
  }

  @Override
  public void close() {
    streams.shutdownNow();
    javalin.stop();
    watchers.shutdownNow();
    shelf.shutdownNow();
  }
}
