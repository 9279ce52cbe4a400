"""Batches of many runs: counted, sampled (Monte Carlo), enumerated or profiled."""
