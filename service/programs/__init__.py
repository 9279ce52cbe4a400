"""Rules compiled, kept in the cache, and made ready to run."""
