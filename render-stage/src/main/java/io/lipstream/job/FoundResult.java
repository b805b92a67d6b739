package io.lipstream.job;

import io.lipstream.publish.VideoFacts;
import java.nio.file.Path;

/**
 * A copy of a finished video, to be published for another job.
 *
 * @param file the copy, its digest compared
 * @param jobId job that the video was rendered for
 * @param warnings what that job was told, lines joined by a line feed
 */
record FoundResult(Path file, String jobId, VideoFacts facts, String warnings) {}
