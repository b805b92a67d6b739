package io.lipstream.topic;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * Creates the topics that are missing and compares those that exist with {@link Topic}; never
 * alters one. Safe to run from several processes at once.
 */
public final class TopicCreation {
  private TopicCreation() {}

  /**
   * Afterwards every topic exists as {@link Topic} says.
   *
   * @param replicationFactor replicas of each topic that is created; existing ones keep theirs
   * @throws LipstreamException CONFIGURATION_INVALID naming every difference of an existing topic
   */
  public static void ensure(Admin admin, short replicationFactor) {
    Set<String> existing = wait(admin.listTopics().names());
    List<NewTopic> missing =
        Arrays.stream(Topic.values())
            .filter(topic -> !existing.contains(topic.topicName()))
            .map(topic -> TopicPlan.creation(topic, replicationFactor))
            .toList();
    admin.createTopics(missing).values().values().forEach(TopicCreation::waitForCreation);

    Set<Topic> present =
        Arrays.stream(Topic.values())
            .filter(topic -> existing.contains(topic.topicName()))
            .collect(Collectors.toSet());
    List<String> differences = differences(admin, present);
    if (!differences.isEmpty()) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "topics exist with other settings: " + String.join("; ", differences));
    }
  }

  private static List<String> differences(Admin admin, Set<Topic> topics) {
    Set<String> names = new HashSet<>();
    Set<ConfigResource> resources = new HashSet<>();
    for (Topic topic : topics) {
      names.add(topic.topicName());
      resources.add(resource(topic));
    }
    Map<String, TopicDescription> descriptions = wait(admin.describeTopics(names).allTopicNames());
    var configurations = wait(admin.describeConfigs(resources).all());
    List<String> differences = new ArrayList<>();
    topics.stream()
        .sorted()
        .forEach(
            topic ->
                differences.addAll(
                    TopicPlan.differences(
                        topic,
                        descriptions.get(topic.topicName()).partitions().size(),
                        key -> configurations.get(resource(topic)).get(key).value())));
    return differences;
  }

  private static ConfigResource resource(Topic topic) {
    return new ConfigResource(ConfigResource.Type.TOPIC, topic.topicName());
  }

  private static void waitForCreation(KafkaFuture<Void> creation) {
    try {
      wait(creation);
    } catch (LipstreamException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw e;
      }
    }
  }

  private static <T> T wait(KafkaFuture<T> answer) {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "the Kafka cluster refused: " + e.getCause().getMessage(),
          e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LipstreamException(ErrorCode.INTERNAL, "interrupted while creating topics", e);
    }
  }
}
