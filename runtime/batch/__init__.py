"""Batches: many runs, counted, sampled (Monte Carlo), enumerated or profiled."""
