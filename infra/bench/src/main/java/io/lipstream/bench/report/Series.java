package io.lipstream.bench.report;

/**
 * Points of one line of a plot.
 *
 * @param name for the legend, ASCII
 * @param x ascending
 */
public record Series(String name, double[] x, double[] y) {}
