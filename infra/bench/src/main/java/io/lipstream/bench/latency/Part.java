package io.lipstream.bench.latency;

import io.lipstream.bench.video.ClipTimes;
import io.lipstream.event.Timings;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A part of the time of a clip, by its completion event. No two overlap for a clip that is alone.
 *
 * @param pipeline milliseconds in the pipeline
 * @param loop milliseconds of the same work in the bare loop
 */
record Part(String text, ToDoubleFunction<Journey> pipeline, ToDoubleFunction<ClipTimes> loop) {
  private static final List<Part> KNOWN =
      List.of(
          new Part(
              "admission: request sent to job admitted",
              journey -> journey.completion().getAcceptedAt().toEpochMilli() - journey.sentAt(),
              loop -> 0),
          ofEvent("queue: job admitted to its fetch", Timings::getQueueMs, loop -> 0),
          ofEvent("fetch: portrait and voice", Timings::getFetchMs, loop -> 0),
          ofEvent(
              "features: decoding, mels, motion, portrait", Timings::getFeaturesMs, Part::features),
          ofEvent("render: scene, frames, H.264", Timings::getRenderMs, Part::rendering),
          ofEvent(
              "assemble: pieces, AAC, MP4",
              Timings::getAssembleMs,
              loop -> loop.milliseconds("assembly")),
          ofEvent("publish: one PUT", Timings::getPublishMs, loop -> 0),
          new Part(
              "completion: event written to event read",
              journey -> journey.readAt() - journey.completion().getCompletedAt().toEpochMilli(),
              loop -> 0));

  /** All parts in the order of the way; what the event does not know of is the last. */
  static final List<Part> ALL =
      Stream.concat(
              KNOWN.stream(),
              Stream.of(
                  new Part(
                      "handing on: between operators, outcome to ledger", Part::rest, loop -> 0)))
          .toList();

  private static Part ofEvent(
      String text, ToDoubleFunction<Timings> time, ToDoubleFunction<ClipTimes> loop) {
    return new Part(text, journey -> time.applyAsDouble(journey.completion().getTimings()), loop);
  }

  private static double features(ClipTimes loop) {
    return loop.milliseconds("portrait") + loop.milliseconds("sound");
  }

  private static double rendering(ClipTimes loop) {
    return 1000 * loop.seconds() - features(loop) - loop.milliseconds("assembly");
  }

  private static double rest(Journey journey) {
    double known = KNOWN.stream().mapToDouble(part -> part.pipeline().applyAsDouble(journey)).sum();
    return journey.readAt() - journey.sentAt() - known;
  }
}
