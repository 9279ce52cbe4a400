"""One's saves: where each stands, run again, carried over to other rules."""
