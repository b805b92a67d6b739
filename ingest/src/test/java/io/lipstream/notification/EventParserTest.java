package io.lipstream.notification;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.storage.ObjectAddress;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages as the three kinds of servers write them. */
final class EventParserTest {
  private static final String AWS =
      """
      {"Records":[{"eventVersion":"%s","eventSource":"aws:s3","awsRegion":"eu-west-1",
      "eventTime":"2026-12-02T10:00:00.000Z","eventName":"%s",
      "userIdentity":{"principalId":"AWS:AIDA"},"requestParameters":{"sourceIPAddress":"198.51.100.7"},
      "responseElements":{"x-amz-request-id":"C3D13FE58DE4C810","x-amz-id-2":"FMyUVURIY8"},
      "s3":{"s3SchemaVersion":"1.0","configurationId":"lipstream","bucket":{"name":"in",
      "ownerIdentity":{"principalId":"A3NL1KOZZKExample"},"arn":"arn:aws:s3:::in"},
      "object":{"key":"%s","size":1024,"eTag":"d41d8cd98f00b204e9800998ecf8427e",
      "sequencer":"0055AED6DCD90281E5"}}}]}""";
  private static final String MINIO =
      """
      {"EventName":"s3:ObjectCreated:Put","Key":"in/requests/a b.json","Records":[{
      "eventVersion":"2.0","eventSource":"minio:s3","awsRegion":"",
      "eventTime":"2026-12-02T10:00:00.118Z","eventName":"s3:ObjectCreated:Put",
      "userIdentity":{"principalId":"minio"},"requestParameters":{"principalId":"minio","region":"",
      "sourceIPAddress":"172.18.0.1"},"responseElements":{"x-minio-deployment-id":"7d9e7f32"},
      "s3":{"s3SchemaVersion":"1.0","configurationId":"Config","bucket":{"name":"in",
      "ownerIdentity":{"principalId":"minio"},"arn":"arn:aws:s3:::in"},
      "object":{"key":"requests%2Fa+b.json","size":132,"eTag":"c48a","contentType":
      "application/json","userMetadata":{"content-type":"application/json"}}},
      "source":{"host":"172.18.0.1","port":"","userAgent":"MinIO"}}]}""";
  private static final String CEPH =
      """
      {"Records":[{"eventVersion":"2.2","eventSource":"ceph:s3","awsRegion":"default",
      "eventTime":"2019-11-22T13:47:35.124724Z","eventName":"ObjectCreated:Put",
      "userIdentity":{"principalId":"tester"},"requestParameters":{"sourceIPAddress":""},
      "responseElements":{"x-amz-request-id":"503a4c37","x-amz-id-2":"14d2-zone1"},
      "s3":{"s3SchemaVersion":"1.0","configurationId":"mynotif1","bucket":{"name":"in",
      "ownerIdentity":{"principalId":"tester"},"arn":"arn:aws:s3:us-east-1::in","id":"503a"},
      "object":{"key":"requests/a+b 100%.json","size":0,"eTag":"d41d","versionId":"",
      "sequencer":"F7E6D75DC742D108","metadata":[],"tags":[]}},
      "eventId":"1574430455.108.d41d","opaqueData":""}]}""";

  private static final String SNS =
      """
      {"Type":"Notification","MessageId":"22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
      "TopicArn":"arn:aws:sns:eu-west-1:123456789012:in","Subject":"Amazon S3 Notification",
      "Message":"%s","Timestamp":"2026-12-02T10:00:00.000Z","SignatureVersion":"1",
      "Signature":"EXAMPLEw6JRN","SigningCertURL":"https://sns.eu-west-1.amazonaws.com/a.pem",
      "UnsubscribeURL":"https://sns.eu-west-1.amazonaws.com/?Action=Unsubscribe"}""";
  private static final String EVENT_BRIDGE =
      """
      {"version":"0","id":"17793124-05d4-b198-2fde-7ededc63b103","detail-type":"%s",
      "source":"aws.s3","account":"123456789012","time":"2026-12-02T10:00:00Z",
      "region":"eu-west-1","resources":["arn:aws:s3:::in"],"detail":{"version":"0",
      "bucket":{"name":"in"},"object":{"key":"requests/a+b 100%%.json","size":5,
      "etag":"b1946ac92492d2347c6235b4d2611184","version-id":"IYV3p45BT0ac8hjHg1houSdS1a.Mro8e",
      "sequencer":"617f08299329d189"},"request-id":"N4N7GDK58NMKJ12R",
      "requester":"123456789012","source-ip-address":"198.51.100.7","reason":"PutObject"}}""";

  @Test
  void eventBridgeWritesKeysAsTheyAre() {
    assertThat(parse(EVENT_BRIDGE.formatted("Object Created")))
        .containsExactly(
            new ObjectEvent(
                ObjectEvent.Kind.CREATED,
                new ObjectAddress("in", "requests/a+b 100%.json"),
                Sequencer.parse("617F08299329D189", false)));
    assertThat(parse(EVENT_BRIDGE.formatted("Object Deleted")))
        .extracting(ObjectEvent::kind)
        .containsExactly(ObjectEvent.Kind.REMOVED);
    assertThat(parse(EVENT_BRIDGE.formatted("Object Tags Added"))).isEmpty();
    assertThat(code("{\"detail-type\":\"Object Created\",\"detail\":{}}"))
        .isEqualTo(ErrorCode.UNREADABLE_RECORD);
  }

  @Test
  void whatSnsHasWrappedIsReadAsIfItHadNot() {
    String aws = AWS.formatted("2.1", "ObjectCreated:Put", "a+b");
    for (String inner : List.of(aws, EVENT_BRIDGE.formatted("Object Created"), MINIO)) {
      assertThat(parse(wrapped(inner))).isNotEmpty().isEqualTo(parse(inner));
    }
    assertThat(parse(wrapped("{\"Event\":\"s3:TestEvent\"}"))).isEmpty();
    assertThat(code(wrapped("hello"))).isEqualTo(ErrorCode.UNREADABLE_RECORD);
    assertThat(code(SNS.formatted("").replace("Notification", "SubscriptionConfirmation")))
        .isEqualTo(ErrorCode.UNREADABLE_RECORD);
  }

  private static String wrapped(String inner) {
    return SNS.formatted(inner.replace("\"", "\\\"").replace("\n", "\\n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.0", "2.1", "2.3", "2.17"})
  void anyMinorVersionOfAwsIsRead(String version) {
    assertThat(parse(AWS.formatted(version, "ObjectCreated:Put", "inbox/%C3%A9+x%2B/audio.wav")))
        .containsExactly(
            new ObjectEvent(
                ObjectEvent.Kind.CREATED,
                new ObjectAddress("in", "inbox/é x+/audio.wav"),
                Sequencer.parse("55AED6DCD90281E5", false)));
  }

  @Test
  void minioEncodesSlashesAndMayLeaveOutTheSequencer() {
    assertThat(parse(MINIO))
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.address()).isEqualTo(new ObjectAddress("in", "requests/a b.json"));
              assertThat(event.sequencer()).isEmpty();
            });
  }

  @Test
  void cephWritesKeysAsTheyAreAndItsSequencerBackwards() {
    long seconds = 1_574_430_455L;
    long nanoseconds = 0x08D142C7L;
    assertThat(parse(CEPH))
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.address().key()).isEqualTo("requests/a+b 100%.json");
              assertThat(event.sequencer())
                  .contains(
                      BigInteger.valueOf(seconds)
                          .shiftLeft(32)
                          .add(BigInteger.valueOf(nanoseconds)));
            });
  }

  @Test
  void removalsAreToldFromCreationsAndOtherEventsAreLeftOut() {
    assertThat(parse(AWS.formatted("2.1", "ObjectRemoved:Delete", "a")))
        .extracting(ObjectEvent::kind)
        .containsExactly(ObjectEvent.Kind.REMOVED);
    assertThat(parse(AWS.formatted("2.1", "ObjectTagging:Put", "a"))).isEmpty();
    assertThat(
            parse(
                "{\"Service\":\"Amazon S3\",\"Event\":\"s3:TestEvent\",\"Bucket\":\"in\","
                    + "\"RequestId\":\"5582\",\"HostId\":\"8cLe\"}"))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "not json é",
        "{}",
        "{\"Records\":{}}",
        "{\"Records\":[1]}",
        "{\"Records\":[{\"eventVersion\":\"2.1\"}]}"
      })
  void whatIsNoEventIsUnreadable(String message) {
    assertThat(code(message)).isEqualTo(ErrorCode.UNREADABLE_RECORD);
  }

  @Test
  void anotherMajorVersionAndAKeyThatIsNotEncodedAreUnreadable() {
    assertThat(code(AWS.formatted("3.0", "ObjectCreated:Put", "a")))
        .isEqualTo(ErrorCode.UNREADABLE_RECORD);
    assertThat(code(AWS.formatted("2.1", "ObjectCreated:Put", "100%")))
        .isEqualTo(ErrorCode.UNREADABLE_RECORD);
  }

  @Test
  void anEventThatANewerOneOvertookIsKnown() {
    NewestEvents newest = new NewestEvents(2);
    assertThat(newest.overtook(event("a", "0FF"))).isFalse();
    assertThat(newest.overtook(event("a", "FF"))).as("the same again").isFalse();
    assertThat(newest.overtook(event("a", "FE"))).isTrue();
    assertThat(newest.overtook(event("a", "100"))).as("longer is later").isFalse();
    assertThat(newest.overtook(event("a", ""))).as("not told").isFalse();
    assertThat(newest.overtook(event("b", "1"))).isFalse();
    assertThat(newest.overtook(event("c", "1"))).isFalse();
    assertThat(newest.overtook(event("a", "FE"))).as("forgotten").isFalse();
  }

  private static ObjectEvent event(String key, String sequencer) {
    return new ObjectEvent(
        ObjectEvent.Kind.CREATED, new ObjectAddress("in", key), Sequencer.parse(sequencer, false));
  }

  private static List<ObjectEvent> parse(String message) {
    return EventParser.records(message.getBytes(UTF_8)).stream()
        .flatMap(record -> EventParser.event(record).stream())
        .toList();
  }

  private static ErrorCode code(String message) {
    return catchThrowableOfType(LipstreamException.class, () -> parse(message)).code();
  }
}
