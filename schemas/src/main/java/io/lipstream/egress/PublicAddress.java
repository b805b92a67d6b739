package io.lipstream.egress;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;

/**
 * Tells addresses of the public internet from all others, after IANA's special-purpose registries:
 * for IPv4 everything but the blocks listed, for IPv6 only global unicast, and where an IPv4
 * address is embedded (mapped, NAT64, 6to4) what holds for that one.
 */
public final class PublicAddress {
  private static final List<Block> SPECIAL =
      List.of(
          new Block(8, 0),
          new Block(8, 10),
          new Block(10, 100, 64),
          new Block(8, 127),
          new Block(16, 169, 254),
          new Block(12, 172, 16),
          new Block(24, 192, 0, 0),
          new Block(24, 192, 0, 2),
          new Block(24, 192, 88, 99),
          new Block(16, 192, 168),
          new Block(15, 198, 18),
          new Block(24, 198, 51, 100),
          new Block(24, 203, 0, 113),
          new Block(4, 224),
          new Block(4, 240));
  private static final Block GLOBAL_UNICAST = new Block(3, 0x20);
  private static final List<Block> SPECIAL_UNICAST =
      List.of(
          new Block(23, 0x20, 0x01, 0x00),
          new Block(32, 0x20, 0x01, 0x0d, 0xb8),
          new Block(20, 0x3f, 0xff, 0x00));
  private static final Block SIX_TO_FOUR = new Block(16, 0x20, 0x02);
  private static final Block MAPPED = new Block(96, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff);
  private static final Block NAT64 = new Block(96, 0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0);

  private PublicAddress() {}

  public static boolean is(InetAddress address) {
    byte[] bytes = address.getAddress();
    return address instanceof Inet4Address ? isPublic4(bytes) : isPublic6(bytes);
  }

  private static boolean isPublic4(byte[] bytes) {
    return SPECIAL.stream().noneMatch(block -> block.holds(bytes));
  }

  private static boolean isPublic6(byte[] bytes) {
    if (MAPPED.holds(bytes) || NAT64.holds(bytes)) {
      return isPublic4(Arrays.copyOfRange(bytes, 12, 16));
    }
    if (SIX_TO_FOUR.holds(bytes)) {
      return isPublic4(Arrays.copyOfRange(bytes, 2, 6));
    }
    return GLOBAL_UNICAST.holds(bytes)
        && SPECIAL_UNICAST.stream().noneMatch(block -> block.holds(bytes));
  }

  /** All addresses that begin with the same bits. */
  private static final class Block {
    private final int bits;
    private final int[] start;

    Block(int bits, int... start) {
      this.bits = bits;
      this.start = start;
    }

    boolean holds(byte[] address) {
      for (int bit = 0; bit < bits; bit++) {
        int mask = 0x80 >> (bit % 8);
        int expected = bit / 8 < start.length ? start[bit / 8] : 0;
        if ((address[bit / 8] & mask) != (expected & mask)) {
          return false;
        }
      }
      return true;
    }
  }
}
