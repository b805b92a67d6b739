package io.lipstream.media;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MediaTypeTest {
  @Test
  void everyCommonKindIsTold() {
    requireType("image/jpeg", "\u00ff\u00d8\u00ff\u00e0..JFIF");
    requireType("image/png", "\u0089PNG\r\n\u001a\n....IHDR");
    requireType("image/webp", "RIFF....WEBPVP8 ");
    requireType("image/gif", "GIF89a");
    requireType("image/bmp", "BM......");
    requireType("image/tiff", "II*\0....");
    requireType("image/tiff", "MM\0*....");
    requireType("image/avif", "....ftypavif....");
    requireType("image/heic", "....ftypheic....");
    requireType("audio/wav", "RIFF....WAVEfmt ");
    requireType("audio/wav", "RF64....WAVEds64");
    requireType("audio/mpeg", "ID3\u0004....");
    requireType("audio/mpeg", "\u00ff\u00fb\u0090d");
    requireType("audio/aac", "\u00ff\u00f1P\u0080");
    requireType("audio/mp4", "....ftypM4A ....");
    requireType("video/mp4", "....ftypisom....");
    requireType("audio/flac", "fLaC....");
    requireType("audio/ogg", "OggS....");
    requireType("video/x-matroska", "\u001aE\u00df\u00a3....webm");
    requireType("audio/aiff", "FORM....AIFFCOMM");
    requireType("audio/x-caf", "caff....");
    requireType("audio/basic", ".snd....");
    requireType("audio/amr", "#!AMR\n");
    requireType("application/octet-stream", "<!DOCTYPE html>");
    requireType("application/octet-stream", "RIFF....AVI LIST");
    requireType("application/octet-stream", "\u00ff\u00ff\u00ff\u00ff");
  }

  private static void requireType(String type, String head) {
    assertThat(MediaType.of(head.getBytes(ISO_8859_1))).as(head).isEqualTo(type);
  }

  @Property
  void noBeginningIsTooShortOrTooOdd(@ForAll @Size(max = 40) byte[] head) {
    assertThat(MediaType.of(head)).contains("/");
  }
}
