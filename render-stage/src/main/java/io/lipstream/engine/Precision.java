package io.lipstream.engine;

/** How exactly a network is computed; what goes in and out is 32 bits always. */
public enum Precision {
  FULL,
  HALF
}
