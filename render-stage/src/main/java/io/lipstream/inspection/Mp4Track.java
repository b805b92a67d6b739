package io.lipstream.inspection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What a track's boxes say of it, lengths in seconds.
 *
 * @param kind handler: vide or soun
 * @param mediaSeconds sum of all sample durations
 * @param skippedSeconds what the edit list leaves out at the beginning
 * @param startSeconds what the edit list waits for at the beginning
 * @param playedSeconds what the edit list plays; the whole media where there is none
 * @param keyFrames numbers of the samples that players may begin at, from 0
 */
record Mp4Track(
    String kind,
    double mediaSeconds,
    double skippedSeconds,
    double startSeconds,
    double playedSeconds,
    List<Integer> keyFrames) {
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
    Mp4Box tables = track.find("mdia", "minf", "stbl").orElseThrow();
    ByteBuffer durations = tables.find("stts").orElseThrow().content();
    double media = units(durations) / scale;
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
    return new Mp4Track(
        new String(kind, ISO_8859_1), media, skipped, waited, played, keyFrames(tables));
  }

  /** Every sample, if the track has no table of them. */
  private static List<Integer> keyFrames(Mp4Box tables) {
    Optional<ByteBuffer> listed = tables.find("stss").map(Mp4Box::content);
    if (listed.isPresent()) {
      return IntStream.range(0, listed.get().getInt(4))
          .mapToObj(i -> listed.get().getInt(8 + 4 * i) - 1)
          .toList();
    }
    int samples = tables.find("stsz").map(box -> box.content().getInt(8)).orElse(0);
    return IntStream.range(0, samples).boxed().toList();
  }

  private static long units(ByteBuffer table) {
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
