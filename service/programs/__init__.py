"""Programs: games compiled, cached, and loaded for a run."""
