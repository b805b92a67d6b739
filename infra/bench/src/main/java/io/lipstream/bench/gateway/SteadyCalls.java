package io.lipstream.bench.gateway;

import io.lipstream.bench.load.LoadLog;
import io.lipstream.bench.statistics.Percentile;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Calls at a constant rate, whatever becomes of those before. A call's time counts from the instant
 * at which it was due, so that a stall counts for every call that had to wait for it and nothing is
 * left out (coordinated omission). One thread sends, the client's threads receive.
 */
final class SteadyCalls {
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI address;
  private final int perSecond;

  SteadyCalls(URI address, int perSecond) {
    this.address = address;
    this.perSecond = perSecond;
  }

  /**
   * What was measured.
   *
   * @param log each call by the second at which it was due; one that failed counts as long as it
   *     took
   * @param errors calls that were not answered with 202 and a state that is decided
   * @param answers how often each answer came
   */
  record Figures(LoadLog log, int errors, Map<String, Integer> answers) {
    double percentile(double share) {
      return Percentile.of(log.milliseconds(), share);
    }
  }

  Figures run(String name, Duration time) {
    int count = Math.toIntExact(time.toSeconds() * perSecond);
    double[] milliseconds = new double[count];
    Map<String, Integer> answers = new ConcurrentSkipListMap<>();
    CompletableFuture<?>[] calls = new CompletableFuture<?>[count];
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      long due = start + i * (TimeUnit.SECONDS.toNanos(1) / perSecond);
      for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      int number = i;
      calls[i] =
          call(name + " " + i)
              .thenAccept(
                  answer -> {
                    milliseconds[number] = (System.nanoTime() - due) / 1e6;
                    answers.merge(answer, 1, Integer::sum);
                  });
    }
    CompletableFuture.allOf(calls).join();
    LoadLog log = new LoadLog();
    for (int i = 0; i < count; i++) {
      log.add((double) i / perSecond, milliseconds[i]);
    }
    return new Figures(log, count - answers.getOrDefault("202 QUEUED", 0), answers);
  }

  private CompletableFuture<String> call(String key) {
    String body =
        """
        {"image_url": "https://example.com/portrait.jpg", "audio_url": "https://example.com/speech.wav",
         "duration": 15, "min_resolution": 512, "expand_ratio": 0.5, "inference_steps": 25,
         "dynamic_scale": 1.0, "motion_scale": 1.0}
        """;
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .timeout(LONGEST)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(body))
            .build();
    return client
        .sendAsync(request, BodyHandlers.ofString())
        .handle(
            (answer, failure) ->
                failure != null
                    ? failure.getClass().getSimpleName()
                    : answer.statusCode()
                        + (answer.body().contains("\"state\":\"QUEUED\"") ? " QUEUED" : " else"));
  }
}
