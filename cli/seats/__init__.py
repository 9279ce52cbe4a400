"""A table of two: one keyboard that is handed over, a host and who joins him, files that are sent."""
