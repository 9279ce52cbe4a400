"""A table over a network: the host's WebSocket server, and the connection of a guest."""
