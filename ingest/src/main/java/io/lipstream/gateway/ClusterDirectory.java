package io.lipstream.gateway;

import io.lipstream.ledger.JobRow;
import io.lipstream.topic.Topic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.state.HostInfo;

/**
 * Finds each row at the instance that owns it, here or by HTTP; if that does not answer, at one
 * with a warm copy. Thread-safe.
 */
final class ClusterDirectory implements TaskDirectory, HeldRows {
  private final LocalRows local;
  private final RemoteRows remote;
  private final HostInfo self;

  ClusterDirectory(LocalRows local, RemoteRows remote, HostInfo self) {
    this.local = local;
    this.remote = remote;
    this.self = self;
  }

  @Override
  public CompletableFuture<Optional<JobRow>> find(String jobId) {
    return attempt(
        () -> local.holders(jobId),
        holders -> rows(holders, List.of(jobId)).thenApply(found -> found.stream().findFirst()));
  }

  @Override
  public CompletableFuture<Map<String, JobRow>> findAll(Collection<String> jobIds) {
    Map<KeyQueryMetadata, List<String>> byHolders = new HashMap<>();
    try {
      jobIds.forEach(
          id -> byHolders.computeIfAbsent(local.holders(id), none -> new ArrayList<>()).add(id));
    } catch (Refusal e) {
      return CompletableFuture.failedFuture(e);
    }
    return all(byHolders.entrySet(), group -> rows(group.getKey(), group.getValue()))
        .thenApply(
            lists ->
                lists.stream()
                    .flatMap(List::stream)
                    .collect(Collectors.toMap(JobRow::getJobId, row -> row)));
  }

  @Override
  public CompletableFuture<TaskPage> list(TaskQuery query) {
    return attempt(
        local::instances,
        instances ->
            all(
                    instances,
                    instance ->
                        instance.equals(self)
                            ? attempt(() -> local.list(query), CompletableFuture::completedFuture)
                            : remote.list(instance, query))
                .thenApply(pages -> whole(TaskPage.join(pages, query.limit()))));
  }

  private static TaskPage whole(TaskPage page) {
    if (page.partitions().size() < Topic.REQUESTS.partitions()) {
      throw Refusal.unavailable("part of the ledger is moving between instances");
    }
    return page;
  }

  private CompletableFuture<List<JobRow>> rows(KeyQueryMetadata holders, List<String> jobIds) {
    Set<HostInfo> order = new LinkedHashSet<>(List.of(holders.activeHost()));
    order.addAll(holders.standbyHosts());
    return fromFirst(List.copyOf(order), 0, (host, copies) -> rows(host, jobIds, copies));
  }

  private static CompletableFuture<List<JobRow>> fromFirst(
      List<HostInfo> hosts,
      int index,
      BiFunction<HostInfo, Boolean, CompletableFuture<List<JobRow>>> ask) {
    CompletableFuture<List<JobRow>> answer = ask.apply(hosts.get(index), index > 0);
    return index + 1 == hosts.size()
        ? answer
        : answer.exceptionallyCompose(failure -> fromFirst(hosts, index + 1, ask));
  }

  private CompletableFuture<List<JobRow>> rows(HostInfo host, List<String> jobIds, boolean copies) {
    return host.equals(self)
        ? attempt(() -> held(jobIds, copies).rows(), CompletableFuture::completedFuture)
        : remote.find(host, jobIds, copies);
  }

  @Override
  public TaskPage held(List<String> jobIds, boolean copies) {
    return new TaskPage(
        Set.of(),
        jobIds.stream().flatMap(id -> local.find(id, copies).stream()).toList(),
        Optional.empty());
  }

  @Override
  public TaskPage held(TaskQuery query) {
    return local.list(query);
  }

  private static <A, B> CompletableFuture<B> attempt(
      Supplier<A> first, Function<A, CompletableFuture<B>> then) {
    try {
      return then.apply(first.get());
    } catch (Refusal e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static <A, B> CompletableFuture<List<B>> all(
      Collection<A> of, Function<A, CompletableFuture<B>> each) {
    List<CompletableFuture<B>> futures = of.stream().map(each).toList();
    return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new))
        .thenApply(done -> futures.stream().map(CompletableFuture::join).toList());
  }
}
