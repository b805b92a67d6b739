package io.lipstream.notification;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Request;
import io.lipstream.storage.Digest;
import io.lipstream.storage.ListedObject;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectStore;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The request that a new object means, from what stands on the shelf now: the object itself, or
 * portrait and voice of its folder as soon as both are there. Asked again it gives the same request
 * while the objects are the same. Thread-safe as the store is.
 */
final class Intake {
  private static final int LARGEST_REQUEST = 64 * 1024;
  private static final int MOST_OF_A_PAIR = 100;

  private final ObjectStore store;

  Intake(ObjectStore store) {
    this.store = store;
  }

  /**
   * The request, if there is one yet and still.
   *
   * @throws LipstreamException as {@link RequestJson#read}; BODY_TOO_LARGE; INVALID_PARAMETER for a
   *     folder with several portraits or voices; STORAGE_UNAVAILABLE
   */
  Optional<Request> request(Trigger trigger) {
    if (trigger instanceof Trigger.RequestObject object) {
      return content(object.address())
          .map(
              json ->
                  RequestJson.read(
                      json,
                      object.tenant(),
                      RequestIds.of(
                          object.name(), List.of(object.address().uri(), Digest.of(json)))));
    }
    return pair((Trigger.PairMember) trigger);
  }

  private Optional<byte[]> content(ObjectAddress address) {
    try (InputStream in = store.read(address)) {
      byte[] bytes = in.readNBytes(LARGEST_REQUEST + 1);
      if (bytes.length > LARGEST_REQUEST) {
        throw new LipstreamException(
            ErrorCode.BODY_TOO_LARGE,
            "the request at %s has more than %d bytes".formatted(address, LARGEST_REQUEST));
      }
      return Optional.of(bytes);
    } catch (LipstreamException e) {
      if (e.code() == ErrorCode.ASSET_NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    } catch (IOException e) {
      throw new LipstreamException(
          ErrorCode.STORAGE_UNAVAILABLE, "the store broke off while it sent " + address, e);
    }
  }

  private Optional<Request> pair(Trigger.PairMember member) {
    List<ListedObject> objects;
    try (Stream<ListedObject> listed = store.list(member.folder())) {
      objects = listed.limit(MOST_OF_A_PAIR).toList();
    }
    Optional<ListedObject> portrait = only(objects, member, "portrait.");
    Optional<ListedObject> voice = only(objects, member, "audio.");
    if (portrait.isEmpty() || voice.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        Request.newBuilder()
            .setTenant(member.tenant())
            .setRequestId(
                RequestIds.of(
                    member.name(),
                    List.of(
                        portrait.get().address().uri(),
                        portrait.get().entityTag(),
                        voice.get().address().uri(),
                        voice.get().entityTag())))
            .setImageUri(portrait.get().address().uri())
            .setAudioUri(voice.get().address().uri())
            .build());
  }

  private static Optional<ListedObject> only(
      List<ListedObject> objects, Trigger.PairMember member, String name) {
    String begin = member.folder().key() + name;
    List<ListedObject> found =
        objects.stream()
            .filter(object -> object.address().key().startsWith(begin))
            .filter(object -> object.address().key().indexOf('/', begin.length()) < 0)
            .toList();
    if (found.size() > 1) {
      throw new LipstreamException(
          ErrorCode.INVALID_PARAMETER,
          "%s has %s and %s, expected one of them"
              .formatted(member.folder(), found.get(0).address(), found.get(1).address()));
    }
    return found.stream().findFirst();
  }
}
