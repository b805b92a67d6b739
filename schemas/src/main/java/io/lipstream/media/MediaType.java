package io.lipstream.media;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells what a file is by its first bytes, whatever a server or a name may say. */
public final class MediaType {
  private static final int HEAD = 32;

  private MediaType() {}

  public static String of(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return of(in.readNBytes(HEAD));
    }
  }

  public static String of(byte[] head) {
    String text = new String(head, ISO_8859_1);
    if (text.startsWith("\u00ff\u00d8\u00ff")) {
      return "image/jpeg";
    }
    if (text.startsWith("\u0089PNG\r\n\u001a\n")) {
      return "image/png";
    }
    if (text.startsWith("GIF8")) {
      return "image/gif";
    }
    if (text.startsWith("BM")) {
      return "image/bmp";
    }
    if (text.startsWith("II*\0") || text.startsWith("MM\0*")) {
      return "image/tiff";
    }
    if (text.startsWith("RIFF") || text.startsWith("RF64")) {
      return riff(text);
    }
    if (text.startsWith("ftyp", 4)) {
      return isoMedia(text);
    }
    return sound(text);
  }

  private static String riff(String text) {
    if (text.startsWith("WEBP", 8)) {
      return "image/webp";
    }
    return text.startsWith("WAVE", 8) ? "audio/wav" : "application/octet-stream";
  }

  private static String isoMedia(String text) {
    String brand = text.substring(Math.min(8, text.length()), Math.min(12, text.length()));
    return switch (brand) {
      case "M4A ", "M4B " -> "audio/mp4";
      case "avif" -> "image/avif";
      case "heic", "heix", "mif1" -> "image/heic";
      default -> "video/mp4";
    };
  }

  private static String sound(String text) {
    if (text.startsWith("fLaC")) {
      return "audio/flac";
    }
    if (text.startsWith("OggS")) {
      return "audio/ogg";
    }
    if (text.startsWith("\u001aE\u00df\u00a3")) {
      return "video/x-matroska";
    }
    if (text.startsWith("FORM") && text.startsWith("AIF", 8)) {
      return "audio/aiff";
    }
    if (text.startsWith("caff")) {
      return "audio/x-caf";
    }
    if (text.startsWith(".snd")) {
      return "audio/basic";
    }
    if (text.startsWith("#!AMR")) {
      return "audio/amr";
    }
    if (text.startsWith("\u00ff\u00f1") || text.startsWith("\u00ff\u00f9")) {
      return "audio/aac";
    }
    return text.startsWith("ID3") || isMpegFrame(text) ? "audio/mpeg" : "application/octet-stream";
  }

  /** Eleven bits set, and neither version nor layer nor rate the reserved ones. */
  private static boolean isMpegFrame(String text) {
    return text.length() >= 4
        && text.charAt(0) == 0xff
        && (text.charAt(1) & 0xe0) == 0xe0
        && (text.charAt(1) & 0x18) != 0x08
        && (text.charAt(1) & 0x06) != 0
        && (text.charAt(2) & 0xf0) != 0xf0
        && (text.charAt(2) & 0x0c) != 0x0c;
  }
}
