"""Tests of the game in games/down_in_flames."""
