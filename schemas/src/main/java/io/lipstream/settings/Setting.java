package io.lipstream.settings;

/**
 * One configuration key as it stands in the documentation table.
 *
 * @param key name, lower case with dots and dashes
 * @param defaultValue text that is parsed when the key is not given; empty where a value is
 *     optional
 * @param unit unit or kind of the value, such as "bytes", "ms", "host list"
 * @param description one sentence
 */
public record Setting(String key, String defaultValue, String unit, String description) {}
