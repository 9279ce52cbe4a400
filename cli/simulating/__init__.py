"""The display of simulations: progress and results."""
