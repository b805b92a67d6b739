package io.lipstream.local.stack;

import java.util.List;

/** The loopback ports of a stack's servers, all known before the first of them starts. */
record StackPorts(
    int kafka, int controller, int registry, int s3, int flink, int http, int metrics) {

  /**
   * The ports that are wanted, free ones for those left open.
   *
   * @throws io.lipstream.error.LipstreamException CONFIGURATION_INVALID if a wanted one is taken
   */
  static StackPorts choose(StackOptions options) {
    List<Integer> ports =
        Loopback.ports(
            List.of(
                options.kafkaPort(),
                0,
                options.registryPort(),
                options.s3Port(),
                options.flinkPort(),
                options.httpPort(),
                0));
    return new StackPorts(
        ports.get(0),
        ports.get(1),
        ports.get(2),
        ports.get(3),
        ports.get(4),
        ports.get(5),
        ports.get(6));
  }

  StackAddresses addresses() {
    return new StackAddresses(
        Loopback.HOST + ":" + kafka,
        "http://%s:%d/apis/ccompat/v7".formatted(Loopback.HOST, registry),
        "http://%s:%d".formatted(Loopback.HOST, s3),
        "http://%s:%d".formatted(Loopback.HOST, flink),
        "http://%s:%d".formatted(Loopback.HOST, http),
        "http://%s:%d/metrics".formatted(Loopback.HOST, metrics));
  }
}
