package io.lipstream.topic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/** What a topic of ours looks like on a broker, and how one that is there differs. Pure. */
final class TopicPlan {
  private static final short REPLICAS_FOR_TWO_IN_SYNC = 3;

  private TopicPlan() {}

  static NewTopic creation(Topic topic, short replicationFactor) {
    Map<String, String> configuration = configuration(topic);
    if (replicationFactor >= REPLICAS_FOR_TWO_IN_SYNC) {
      configuration.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "2");
    }
    return new NewTopic(topic.topicName(), topic.partitions(), replicationFactor)
        .configs(configuration);
  }

  /** One line a difference that matters: partitions, retention, cleanup, timestamp type. */
  static List<String> differences(
      Topic topic, int partitions, UnaryOperator<String> configurationValue) {
    List<String> differences = new ArrayList<>();
    if (partitions != topic.partitions()) {
      differences.add(
          "%s has %d partitions, expected %d"
              .formatted(topic.topicName(), partitions, topic.partitions()));
    }
    configuration(topic)
        .forEach(
            (key, expected) -> {
              String found = String.valueOf(configurationValue.apply(key));
              if (!parts(found).equals(parts(expected))) {
                differences.add(
                    "%s has %s=%s, expected %s".formatted(topic.topicName(), key, found, expected));
              }
            });
    return differences;
  }

  private static Map<String, String> configuration(Topic topic) {
    Map<String, String> configuration = new LinkedHashMap<>();
    configuration.put(
        TopicConfig.RETENTION_MS_CONFIG,
        Long.toString(Duration.ofDays(topic.retentionDays()).toMillis()));
    configuration.put(
        TopicConfig.CLEANUP_POLICY_CONFIG, topic.compacted() ? "compact,delete" : "delete");
    configuration.put(
        TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
        topic.logAppendTime() ? "LogAppendTime" : "CreateTime");
    return configuration;
  }

  private static Set<String> parts(String value) {
    return new TreeSet<>(Arrays.asList(value.split(",")));
  }
}
