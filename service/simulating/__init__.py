"""Simulations: many runs of a game, cut into parts that any worker can play, and added up."""
