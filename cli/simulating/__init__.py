"""Simulations on the screen: while they go on, and what came of them."""
