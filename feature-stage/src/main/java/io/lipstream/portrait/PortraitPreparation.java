package io.lipstream.portrait;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.Network;
import io.lipstream.pipeline.RenderParameters;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Turns a picture file into the frame that a video starts from: decoded upright, the face found,
 * framed and scaled to the video's size. The same file and parameters give the same bytes. One
 * thread at a time, since the networks are.
 */
public final class PortraitPreparation {
  private static final int LARGEST_FRAME = 36_864 * 256;
  private static final int DETECTION_SHORT_SIDE = 1024;
  private static final int FACE_FRAMING_SHORT_SIDE = 3072;

  private final PortraitSettings settings;
  private final PortraitDecoder decoder;
  private final FaceFinder finder;

  /**
   * Prepares portraits with networks that stay the caller's to close.
   *
   * @param detector input [1,3,128,128]; outputs regressors [1,896,16], classificators [1,896,1]
   * @param mesh input [1,3,192,192]; outputs of MediaPipe's face mesh with attention
   */
  public PortraitPreparation(PortraitSettings settings, Network detector, Network mesh) {
    this.settings = settings;
    this.decoder = new PortraitDecoder(settings.maximumPixels());
    this.finder = new FaceFinder(detector, mesh, settings.minimumConfidence());
  }

  /** As below, without hearing of warnings. */
  public PreparedPortrait prepare(Path image, RenderParameters parameters) {
    return prepare(image, parameters, warning -> {});
  }

  /**
   * Prepares a portrait.
   *
   * @param warnings told, in one line each, of what the user should know of, such as an enlarged
   *     portrait
   * @throws LipstreamException IMAGE_UNREADABLE, IMAGE_TOO_LARGE or FACE_NOT_FOUND
   */
  public PreparedPortrait prepare(
      Path image, RenderParameters parameters, Consumer<String> warnings) {
    DecodedPortrait portrait = decoder.decode(image, neededShortSide(parameters));
    RgbImage picture = portrait.image();
    if (!parameters.faceFraming()) {
      requireEncodable(Framing.whole(picture, parameters.minResolution()), picture);
    }
    Face selected = select(portrait, parameters);
    requireTurnedHere(selected);
    FaceLandmarks face = selected.landmarks();
    Framing framing =
        parameters.faceFraming()
            ? Framing.face(picture, face, parameters.expandRatio(), parameters.minResolution())
            : Framing.whole(picture, parameters.minResolution());
    requireEncodable(framing, picture);
    requireVisible(framing, selected.size(), portrait.reduction());
    if (framing.scale() < 1) {
      warnings.accept(
          String.format(
              Locale.ROOT,
              "the portrait is enlarged %.2f times to reach a short side of %d; a larger picture gives a sharper video",
              1 / framing.scale(),
              parameters.minResolution()));
    }
    return new PreparedPortrait(Resampling.cut(picture, framing), framing.map(face));
  }

  private static int neededShortSide(RenderParameters parameters) {
    return parameters.faceFraming()
        ? FACE_FRAMING_SHORT_SIDE
        : Math.max(DETECTION_SHORT_SIDE, parameters.minResolution());
  }

  private Face select(DecodedPortrait portrait, RenderParameters parameters) {
    RgbImage picture = portrait.image();
    List<Face> faces = finder.find(picture, parameters.face() + 1);
    if (faces.isEmpty()) {
      throw notFound(
          "no face of at least %d px and confidence %.2f was found in the portrait of %dx%d px"
              .formatted(
                  settings.minimumFace(),
                  settings.minimumConfidence(),
                  picture.width() * portrait.reduction(),
                  picture.height() * portrait.reduction()));
    }
    if (parameters.face() >= faces.size()) {
      throw notFound(
          "face %d was asked for, counted from 0 by size, but the portrait has %d: %s"
              .formatted(parameters.face(), faces.size(), sizes(faces, portrait.reduction())));
    }
    Face face = faces.get(parameters.face());
    if (face.size() * portrait.reduction() < settings.minimumFace()) {
      throw notFound(
          "a face of at least %d px is needed; found: %s"
              .formatted(settings.minimumFace(), sizes(faces, portrait.reduction())));
    }
    return face;
  }

  private static String sizes(List<Face> faces, int reduction) {
    return faces.stream()
        .map(
            face ->
                String.format(
                    Locale.ROOT,
                    "%.1f px (confidence %.2f)",
                    face.size() * reduction,
                    face.landmarks().confidence()))
        .collect(Collectors.joining(", "));
  }

  private static void requireEncodable(Framing framing, RgbImage picture) {
    if ((long) framing.width() * framing.height() > LARGEST_FRAME) {
      throw new LipstreamException(
          ErrorCode.IMAGE_TOO_LARGE,
          "a portrait of aspect %d:%d makes a video of %dx%d, which has more than %d pixels; crop it or ask for a lower resolution"
              .formatted(
                  picture.width(),
                  picture.height(),
                  framing.width(),
                  framing.height(),
                  LARGEST_FRAME));
    }
  }

  private void requireTurnedHere(Face face) {
    double turn = Math.abs(Math.toDegrees(face.turn()));
    if (turn > settings.maximumTurn()) {
      throw notFound(
          String.format(
              Locale.ROOT,
              "the face looks %.0f degrees aside, at most %.0f can be animated (portrait.max-turn); take a portrait that looks nearer to the camera",
              turn,
              settings.maximumTurn()));
    }
  }

  private void requireVisible(Framing framing, double faceSize, int reduction) {
    if (faceSize / framing.scale() < settings.minimumFace()) {
      throw notFound(
          "the face of %.1f px would have %.1f px in a video of %dx%d, at least %d are needed; crop the portrait, or ask for face framing or a higher resolution"
              .formatted(
                  faceSize * reduction,
                  faceSize / framing.scale(),
                  framing.width(),
                  framing.height(),
                  settings.minimumFace()));
    }
  }

  private static LipstreamException notFound(String message) {
    return new LipstreamException(ErrorCode.FACE_NOT_FOUND, message);
  }
}
