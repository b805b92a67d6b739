"""Makes the network from sound to mouth: data, training, measures and export. See ../README.md."""
