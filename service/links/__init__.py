"""A game as a link: what was played, small enough for an address, so that others can watch it and play on."""
