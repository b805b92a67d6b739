package io.lipstream.inspection;

import static org.bytedeco.ffmpeg.global.avcodec.AV_PKT_FLAG_KEY;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_get_name;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_profile_name;
import static org.bytedeco.ffmpeg.global.avutil.AVMEDIA_TYPE_AUDIO;
import static org.bytedeco.ffmpeg.global.avutil.AVMEDIA_TYPE_VIDEO;
import static org.bytedeco.ffmpeg.global.avutil.AV_NOPTS_VALUE;
import static org.bytedeco.ffmpeg.global.avutil.av_color_primaries_name;
import static org.bytedeco.ffmpeg.global.avutil.av_color_range_name;
import static org.bytedeco.ffmpeg.global.avutil.av_color_space_name;
import static org.bytedeco.ffmpeg.global.avutil.av_color_transfer_name;
import static org.bytedeco.ffmpeg.global.avutil.av_get_pix_fmt_name;

import io.lipstream.audio.AudioDecoder;
import io.lipstream.audio.AudioLimits;
import io.lipstream.audio.AudioStream;
import io.lipstream.audio.AudioTarget;
import io.lipstream.libav.Libav;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.bytedeco.ffmpeg.avcodec.AVCodecParameters;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVRational;
import org.bytedeco.javacpp.BytePointer;

/**
 * Tells what is in an MP4 or a raw H.264 piece, and decodes it; for tests, benchmarks and the
 * command line. Facts are gathered once, by a pass over the packets; lengths come from the file's
 * boxes. Immutable; each decoding opens the file anew.
 */
public final class VideoInspection {
  private final Path file;
  private final InspectedVideo video;
  private final InspectedAudio audio;
  private final boolean headerFirst;

  private VideoInspection(
      Path file, InspectedVideo video, InspectedAudio audio, boolean headerFirst) {
    this.file = file;
    this.video = video;
    this.audio = audio;
    this.headerFirst = headerFirst;
  }

  /**
   * Looks into a file.
   *
   * @throws io.lipstream.error.LipstreamException ENCODING_FAILED if libav cannot read it or finds
   *     no video in it
   */
  public static VideoInspection of(Path file) {
    try (OpenedVideo opened = new OpenedVideo(file)) {
      List<Mp4Box> boxes = Mp4Box.of(file);
      List<Mp4Track> tracks = Mp4Track.of(boxes);
      List<String> order = boxes.stream().map(Mp4Box::type).toList();
      boolean headerFirst = order.contains("moov") && order.indexOf("moov") < order.indexOf("mdat");
      AVStream video =
          Libav.checkPointer(opened.stream(AVMEDIA_TYPE_VIDEO), "find a video in " + file);
      AVStream audio = opened.stream(AVMEDIA_TYPE_AUDIO);
      return new VideoInspection(
          file,
          inspectVideo(opened, video, track(tracks, "vide")),
          audio == null ? null : inspectAudio(audio, track(tracks, "soun")),
          headerFirst);
    }
  }

  public InspectedVideo video() {
    return video;
  }

  public Optional<InspectedAudio> audio() {
    return Optional.ofNullable(audio);
  }

  /** Whether the header (moov) stands before the media, so that playing can begin at once. */
  public boolean headerFirst() {
    return headerFirst;
  }

  /** Decodes every frame, one at a time. */
  public void pictures(Consumer<DecodedPicture> visitor) {
    try (OpenedVideo opened = new OpenedVideo(file)) {
      opened.pictures(opened.stream(AVMEDIA_TYPE_VIDEO), visitor);
    }
  }

  /**
   * The sound as it is played, samples in [-1, 1], interleaved: decoded, and cut where the edit
   * list ends, since the last block of AAC goes beyond. Empty where there is no sound.
   */
  public float[] sound() {
    if (audio == null) {
      return new float[0];
    }
    float[] samples = new float[1 << 16];
    int count = 0;
    try (AudioStream stream =
        AudioDecoder.open(file, AudioTarget.soundtrack(), new AudioLimits(0, 36_000))) {
      float[] chunk = new float[8192];
      for (int frames = stream.read(chunk); frames >= 0; frames = stream.read(chunk)) {
        int read = frames * stream.channels();
        if (count + read > samples.length) {
          samples = Arrays.copyOf(samples, 2 * samples.length);
        }
        System.arraycopy(chunk, 0, samples, count, read);
        count += read;
      }
    }
    int played = (int) Math.round(audio.seconds() * audio.sampleRate()) * audio.channels();
    return Arrays.copyOf(samples, Math.min(count, played));
  }

  private static Optional<Mp4Track> track(List<Mp4Track> tracks, String kind) {
    return tracks.stream().filter(track -> track.kind().equals(kind)).findFirst();
  }

  private static InspectedVideo inspectVideo(
      OpenedVideo opened, AVStream stream, Optional<Mp4Track> track) {
    AVCodecParameters codec = stream.codecpar();
    double unit = decimal(stream.time_base());
    List<Double> times = new ArrayList<>();
    List<Integer> keyFrames = new ArrayList<>();
    int[] frames = {0};
    opened.packets(
        packet -> {
          if (packet.stream_index() == stream.index()) {
            if (packet.pts() != AV_NOPTS_VALUE) {
              times.add(packet.pts() * unit);
            }
            if ((packet.flags() & AV_PKT_FLAG_KEY) != 0) {
              keyFrames.add(frames[0]);
            }
            frames[0]++;
          }
        });
    double rate = decimal(stream.avg_frame_rate());
    return new InspectedVideo(
        text(avcodec_get_name(codec.codec_id())),
        text(avcodec_profile_name(codec.codec_id(), codec.profile())),
        codec.width(),
        codec.height(),
        rate,
        frames[0],
        times.stream().sorted().toList(),
        track.map(Mp4Track::keyFrames).orElse(List.copyOf(keyFrames)),
        text(av_color_primaries_name(codec.color_primaries())),
        text(av_color_transfer_name(codec.color_trc())),
        text(av_color_space_name(codec.color_space())),
        text(av_color_range_name(codec.color_range())),
        text(av_get_pix_fmt_name(codec.format())),
        track.map(Mp4Track::startSeconds).orElse(0.0),
        track.map(Mp4Track::playedSeconds).orElse(frames[0] / rate));
  }

  private static InspectedAudio inspectAudio(AVStream stream, Optional<Mp4Track> track) {
    AVCodecParameters codec = stream.codecpar();
    return new InspectedAudio(
        text(avcodec_get_name(codec.codec_id())),
        codec.sample_rate(),
        codec.ch_layout().nb_channels(),
        track.map(Mp4Track::startSeconds).orElse(Double.NaN),
        track.map(Mp4Track::playedSeconds).orElse(Double.NaN),
        track.map(Mp4Track::skippedSeconds).orElse(Double.NaN),
        track
            .map(
                lengths ->
                    lengths.mediaSeconds() - lengths.skippedSeconds() - lengths.playedSeconds())
            .orElse(Double.NaN));
  }

  private static double decimal(AVRational value) {
    return (double) value.num() / value.den();
  }

  private static String text(BytePointer name) {
    return name == null ? "unknown" : name.getString();
  }
}
