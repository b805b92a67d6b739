package io.lipstream.job;

import io.lipstream.gathering.GatheredClip;
import io.lipstream.pipeline.Fetched;
import io.lipstream.pipeline.JobTicket;
import io.lipstream.pipeline.Piece;
import io.lipstream.pipeline.PreparedClip;
import io.lipstream.pipeline.Report;
import io.lipstream.pipeline.Segment;
import io.lipstream.stage.EndedJobs;
import io.lipstream.stage.StageWorkFactory;

/**
 * The blocking work of each stage; travels with the job graph.
 *
 * @param fetch puts the assets on the shelf
 * @param features does what is sequential in a clip
 * @param render makes a piece of a segment
 * @param assemble joins the pieces, publishes the video and makes the report of success
 * @param endedJobs what need not be worked on any more
 */
record PipelineWork(
    StageWorkFactory<JobTicket, Fetched> fetch,
    StageWorkFactory<Fetched, PreparedClip> features,
    StageWorkFactory<Segment, Piece> render,
    StageWorkFactory<GatheredClip, Report> assemble,
    EndedJobs.Source endedJobs) {}
