"""Two-player games: the visibility filter of each seat, the arbiter, commitments, and the transports of messages."""
