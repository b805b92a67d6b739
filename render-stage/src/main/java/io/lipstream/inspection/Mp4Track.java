package io.lipstream.inspection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lengths of a track as its boxes give them, in seconds.
 *
 * @param kind handler: vide or soun
 * @param mediaSeconds sum of all sample durations
 * @param skippedSeconds what the edit list leaves out at the beginning
 * @param startSeconds what the edit list waits for at the beginning
 * @param playedSeconds what the edit list plays; the whole media where there is none
 */
record Mp4Track(
    String kind,
    double mediaSeconds,
    double skippedSeconds,
    double startSeconds,
    double playedSeconds) {
  private static final long NOTHING = -1;

  /** The tracks of a file, in its order. */
  static List<Mp4Track> of(List<Mp4Box> file) {
    List<Mp4Track> tracks = new ArrayList<>();
    for (Mp4Box movie : file) {
      if (movie.type().equals("moov")) {
        double movieScale = timescale(movie.find("mvhd").orElseThrow().content());
        movie.all("trak").forEach(track -> tracks.add(of(track, movieScale)));
      }
    }
    return tracks;
  }

  private static Mp4Track of(Mp4Box track, double movieScale) {
    double scale = timescale(track.find("mdia", "mdhd").orElseThrow().content());
    ByteBuffer handler = track.find("mdia", "hdlr").orElseThrow().content();
    byte[] kind = new byte[4];
    handler.get(8, kind);
    double media = samples(track.find("mdia", "minf", "stbl", "stts").orElseThrow()) / scale;
    double skipped = 0;
    double waited = 0;
    double played = media;
    Optional<Mp4Box> edits = track.find("edts", "elst");
    if (edits.isPresent()) {
      ByteBuffer list = edits.get().content();
      boolean wide = list.get(0) == 1;
      played = 0;
      for (int i = 0; i < list.getInt(4); i++) {
        int at = 8 + i * (wide ? 20 : 12);
        long length = wide ? list.getLong(at) : Integer.toUnsignedLong(list.getInt(at));
        long start = wide ? list.getLong(at + 8) : list.getInt(at + 4);
        if (start != NOTHING) {
          skipped += played == 0 ? start / scale : 0;
          played += length / movieScale;
        } else if (played == 0) {
          waited += length / movieScale;
        }
      }
    }
    return new Mp4Track(new String(kind, ISO_8859_1), media, skipped, waited, played);
  }

  private static long samples(Mp4Box timeToSample) {
    ByteBuffer table = timeToSample.content();
    long sum = 0;
    for (int i = 0; i < table.getInt(4); i++) {
      sum +=
          Integer.toUnsignedLong(table.getInt(8 + 8 * i))
              * Integer.toUnsignedLong(table.getInt(12 + 8 * i));
    }
    return sum;
  }

  private static double timescale(ByteBuffer header) {
    return Integer.toUnsignedLong(header.getInt(header.get(0) == 1 ? 20 : 12));
  }
}
