"""Simulations: many runs of a game, split into parts for any worker, and totalled."""
