package io.lipstream.bench.profile;

import com.sun.management.ThreadMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Samples the stacks of another virtual machine, each weighted by the processor time that its
 * thread has used since the sample before: native code counts like Java's, a thread that waits
 * counts nothing, and the sum is what the threads have used. Java's stacks are taken at safepoints,
 * so that a method may stand for its neighbour. What the machine's own threads use is not in it.
 * Runs on a thread of its own until it is closed.
 */
public final class StackSampler implements AutoCloseable {
  private static final long PAUSE_MS = 20;
  private static final int DEEPEST = 200;

  private final JMXConnector connector;
  private final ThreadMXBean threads;
  private final FlameNode root = new FlameNode("all threads");
  private final Map<Long, Long> before = new HashMap<>();
  private final Thread thread = new Thread(this::run, "stack-sampler");
  private volatile boolean ended;

  private StackSampler(JMXConnector connector) throws IOException {
    this.connector = connector;
    this.threads =
        ManagementFactory.newPlatformMXBeanProxy(
            connector.getMBeanServerConnection(),
            ManagementFactory.THREAD_MXBEAN_NAME,
            ThreadMXBean.class);
  }

  /** Begins to sample a process of the same user. */
  @SuppressWarnings("BanJNDI") // the address is what our own process has just told us
  public static StackSampler of(long pid) {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
      String address = machine.startLocalManagementAgent();
      machine.detach();
      StackSampler sampler =
          new StackSampler(JMXConnectorFactory.connect(new JMXServiceURL(address)));
      sampler.thread.start();
      return sampler;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (AttachNotSupportedException e) {
      throw new IllegalStateException("process " + pid + " cannot be sampled", e);
    }
  }

  private void run() {
    try {
      sample(false);
      while (!ended) {
        Thread.sleep(PAUSE_MS);
        sample(true);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void sample(boolean counts) {
    long[] ids = threads.getAllThreadIds();
    long[] times = threads.getThreadCpuTime(ids);
    Map<Long, Long> used = new HashMap<>();
    for (int i = 0; i < ids.length; i++) {
      Long last = before.put(ids[i], times[i]);
      long delta = times[i] - (last == null ? 0 : last);
      if (delta > 0) {
        used.put(ids[i], delta);
      }
    }
    if (counts && !used.isEmpty()) {
      long[] busy = used.keySet().stream().flatMapToLong(LongStream::of).toArray();
      for (ThreadInfo info : threads.getThreadInfo(busy, DEEPEST)) {
        if (info != null && !info.getThreadName().startsWith("RMI ")) {
          root.add(stack(info), used.get(info.getThreadId()) / 1e9);
        }
      }
    }
  }

  private static List<String> stack(ThreadInfo info) {
    List<String> calls = new ArrayList<>();
    calls.add(ThreadTimes.kind(info.getThreadName()));
    StackTraceElement[] frames = info.getStackTrace();
    for (int i = frames.length - 1; i >= 0; i--) {
      calls.add(frames[i].getClassName() + "." + frames[i].getMethodName());
    }
    return calls;
  }

  /** Ends and returns what was seen. */
  public FlameNode end() {
    close();
    return root;
  }

  @Override
  public void close() {
    ended = true;
    try {
      thread.join();
      connector.close();
    } catch (IOException e) {
      // the process is gone, what was seen stays
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
