"""A session: a run that is recorded, replayed, taken back and carried over to other rules."""
