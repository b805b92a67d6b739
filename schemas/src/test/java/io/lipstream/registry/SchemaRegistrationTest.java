package io.lipstream.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.lipstream.topic.Topic;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

class SchemaRegistrationTest {

  @Test
  void registersEveryTopicWithAnIdThatItsSerializerFinds() {
    String url = "mock://registration-all";
    SchemaRegistration.register(url);
    ConfluentRegistry registry = new ConfluentRegistry(url);
    for (Topic topic : Topic.values()) {
      assertThat(registry.exists(topic.valueSubject())).isEqualTo(topic.valueSchema().isPresent());
      for (Schema current : topic.valueSchema().stream().toList()) {
        assertThat(registry.idOf(topic.valueSubject(), RegisteredText.of(current))).isPositive();
        assertThat(registry.compatibility(topic.valueSubject())).isEqualTo("FULL_TRANSITIVE");
      }
    }
  }

  @Test
  void changesNothingTheSecondTime() {
    String url = "mock://registration-twice";
    SchemaRegistration.register(url);
    ConfluentRegistry registry = new ConfluentRegistry(url);
    String subject = Topic.REQUESTS.valueSubject();
    String text = RegisteredText.of(Topic.REQUESTS.valueSchema().orElseThrow());
    int id = registry.idOf(subject, text);
    assertThatCode(() -> SchemaRegistration.register(url)).doesNotThrowAnyException();
    assertThat(registry.idOf(subject, text)).isEqualTo(id);
  }
}
